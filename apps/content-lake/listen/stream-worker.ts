import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { queryError } from '../query/parse-error.ts';
import { readText } from '../read/read.ts';
import { StoredDocuments } from '../store/documents.ts';
import { openReadOnly } from '../store/open.ts';
import { garbageCollector, lowerThreadPriority } from '../thread.ts';
import { withinTime } from '../time-limit.ts';
import { kilobyte, megabyte, second } from '../units.ts';
import { listenerCursor, liveCursor } from './cursors.ts';
import { eventText } from './event-stream.ts';
import type { FromStreamWorker, ToStreamWorker } from './protocol.ts';
import { type Cursor, TransactionLog } from './transaction-log.ts';

/** After this many milliseconds or characters, the worker continues with another stream. */
const timeSlice = { time: 10, text: 64 * kilobyte };
/** CPU time for one response. */
const maxWork = 10 * second;
/** Limit of unread bytes per client. Above it, the client's other streams wait. */
const maxUnreadBytes = 32 * megabyte;

type Stream = {
  number: number;
  client: string;
  /** Yields undefined if there is nothing to send at the moment. */
  chunks: Iterator<string | undefined>;
  log?: TransactionLog;
  close?: () => void;
  /** Milliseconds. */
  remainingWork: number;
  hasRoom: boolean;
  unreadBytes: number;
};

const logs = new Map<string, TransactionLog>();
const streams = new Map<number, Stream>();
const ready = new FairQueue<Stream>();
/** Streams of clients with too many unread bytes. */
const blocked = new Set<Stream>();
const unread = new Map<string, number>();
const collectGarbage = garbageCollector();
let isRunning = false;

const workLimitError = () =>
  httpError(413, `Reading was stopped after ${maxWork / second} s of work. Request less at once.`);

function sendText(stream: number, text: string, isLast = false, error?: LakeError) {
  const bytes = new TextEncoder().encode(text);
  const fault = error && { status: error.status, message: error.message, body: error.body };
  const message: FromStreamWorker = { stream, bytes, isLast, ...(fault ? { error: fault } : {}) };
  parentPort?.postMessage(message, [bytes.buffer]);
  return bytes.length;
}

function* eventsSince(log: TransactionLog, cursor: Cursor) {
  for (;;) {
    // If the next transaction was pruned, the stream ends. The client reconnects and starts over.
    const transaction = cursor.seq < log.seq && log.after(cursor.seq);
    if (transaction === undefined) return;
    yield transaction ? cursor.eventsOf(transaction) : undefined;
    if (transaction) cursor.seq = transaction.seq;
  }
}

function openStream(message: Extract<ToStreamWorker, { kind: 'open' }>) {
  const { stream: number, client, dataset, file, seq, request } = message;
  const base = { number, client, hasRoom: false, unreadBytes: 0 };
  if ('read' in request) {
    const db = openReadOnly(file);
    // Opens a snapshot.
    db.exec('BEGIN');
    const chunks = readText(new StoredDocuments(db), request.read);
    return streams.set(number, { ...base, chunks, close: () => db.close(), remainingWork: maxWork });
  }
  const log = logs.get(dataset) ?? new TransactionLog(file, seq);
  logs.set(dataset, log);
  try {
    const cursor = 'listen' in request ? listenerCursor(log, request.listen) : liveCursor(log, request.live);
    const chunks = eventsSince(log, cursor);
    streams.set(number, { ...base, chunks, log, remainingWork: Number.POSITIVE_INFINITY });
    sendText(number, cursor.greeting);
  } catch (error) {
    if (!('listen' in request)) throw error;
    sendText(number, channelError(queryError(error, request.listen.query)), true);
  }
}

const channelError = ({ body }: LakeError) => eventText({ name: 'channelError', data: body });

function end(stream: Stream, text = '', error?: LakeError) {
  const isEvent = error && stream.log;
  streams.delete(stream.number);
  setUnread(stream, 0);
  stream.close?.();
  if (stream.close) collectGarbage();
  sendText(stream.number, isEvent ? text + channelError(error) : text, true, isEvent ? undefined : error);
}

/** Reads a stream for one time slice and sends the text. */
function advance(stream: Stream) {
  const until = performance.now() + timeSlice.time;
  const before = process.threadCpuUsage();
  let text = '';
  let chunk: IteratorResult<string | undefined> = { value: '' };
  function readSlice() {
    while (chunk.value !== undefined && text.length < timeSlice.text && performance.now() < until) {
      chunk = stream.chunks.next();
      text += chunk.value ?? '';
    }
  }
  try {
    // Event streams share the log, whose queries must not be interrupted. Each stream's filter has its own time limit.
    if (stream.log) readSlice();
    else
      withinTime(Math.ceil(Math.max(1, Math.min(stream.remainingWork, maxWork))), readSlice, workLimitError);
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    return end(stream, text, error);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    stream.remainingWork -= (user + system) / 1000;
    ready.charge(stream.client, (user + system) / 1000);
  }
  if (chunk.done) return end(stream, text);
  if (text) {
    stream.hasRoom = false;
    setUnread(stream, sendText(stream.number, text));
  } else if (chunk.value !== undefined) ready.add(stream.client, stream);
}

function setUnread(stream: Stream, bytes: number) {
  unread.set(stream.client, (unread.get(stream.client) ?? 0) + bytes - stream.unreadBytes);
  stream.unreadBytes = bytes;
}

async function run() {
  if (isRunning) return;
  isRunning = true;
  for (let stream = ready.take(); stream; stream = ready.take()) {
    if (!streams.has(stream.number) || !stream.hasRoom) continue;
    if ((unread.get(stream.client) ?? 0) < maxUnreadBytes) advance(stream);
    else blocked.add(stream);
    // Lets messages arrive.
    await setImmediate();
  }
  isRunning = false;
}

function receive(message: ToStreamWorker) {
  if (message.kind === 'open') {
    openStream(message);
  } else if (message.kind === 'more' || message.kind === 'end') {
    const stream = streams.get(message.stream);
    if (!stream) return;
    if (message.kind === 'end') end(stream);
    setUnread(stream, 0);
    stream.hasRoom = true;
    for (const one of [stream, ...blocked]) ready.add(one.client, one);
    blocked.clear();
  } else if (message.kind === 'committed') {
    const log = logs.get(message.dataset);
    if (log) log.seq = message.seq;
    for (const stream of streams.values()) if (stream.log === log) ready.add(stream.client, stream);
  } else {
    logs.get(message.dataset)?.close();
    logs.delete(message.dataset);
  }
  void run();
}

if (workerData === true) lowerThreadPriority();
parentPort?.on('message', receive);
