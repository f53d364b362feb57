import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { queryError } from '../query/parse-error.ts';
import { type ReadRequest, textOf } from '../read/read.ts';
import { StoredDocuments } from '../store/documents.ts';
import { openToRead } from '../store/open.ts';
import { withinTime } from '../time-limit.ts';
import { eventText } from './event-stream.ts';
import { listener } from './listener.ts';
import { liveReader } from './live-reader.ts';
import { Log } from './log.ts';
import type { EventRequest, FromReader, ToReader } from './protocol.ts';

/** Milliseconds, or characters, of one stream's turn. */
const turn = { time: 10, text: 64 * 1024 };
/** Milliseconds of work for one answer. */
const longest = 10_000;
/** Bytes that one asker may leave unread before the others of its streams wait. */
const mostUnread = 32 * 1024 * 1024;

type Source = {
  /** The next piece; undefined if there is none now, null if there will be none. May throw a LakeError. */
  next(): string | undefined | null;
  close(): void;
  /** Milliseconds of work that are left to it. */
  left: number;
};
type Stream = { number: number; asker: string; source: Source; log?: Log; hasRoom: boolean; unread: number };

const logs = new Map<string, Log>();
const streams = new Map<number, Stream>();
/** Streams that may have something to read. */
const ready = new FairQueue<Stream>();
/** Bytes that are not read yet, by asker, and streams that wait until they are. */
const unread = new Map<string, number>();
const waiting = new Set<Stream>();
let isRunning = false;

const late = () =>
  httpError(413, `Reading was ended after ${longest / 1000} s of work: ask for less at once`);

function tell(stream: number, text: string, isLast = false, error?: LakeError) {
  const bytes = new TextEncoder().encode(text);
  const fault = error && { status: error.status, message: error.message, body: error.body };
  const message: FromReader = { stream, bytes, isLast, ...(fault ? { error: fault } : {}) };
  parentPort?.postMessage(message, [bytes.buffer]);
  return bytes.length;
}

/** Events since a position in the log. */
function following(log: Log, request: EventRequest): { source: Source; greeting: string } {
  const cursor = 'listen' in request ? listener(log, request.listen) : liveReader(log, request.live);
  function next() {
    if (cursor.seq >= log.seq) return undefined;
    const transaction = log.after(cursor.seq);
    // Pruned: the client reconnects and is told to start over.
    if (!transaction) return null;
    const text = cursor.eventsOf(transaction);
    cursor.seq = transaction.seq;
    return text;
  }
  return { source: { next, close: () => {}, left: Number.POSITIVE_INFINITY }, greeting: cursor.greeting };
}

/** One snapshot, on a connection of its own. */
function reading(file: string, request: ReadRequest): Source {
  const db = openToRead(file);
  db.exec('BEGIN');
  const pieces = textOf(new StoredDocuments(db), request);
  const next = () => {
    const { done, value } = pieces.next();
    return done ? null : value;
  };
  return { next, close: () => db.close(), left: longest };
}

function open({ stream: number, asker, dataset, file, seq, request }: Extract<ToReader, { kind: 'open' }>) {
  const base = { number, asker, hasRoom: false, unread: 0 };
  if ('read' in request) return streams.set(number, { ...base, source: reading(file, request.read) });
  const log = logs.get(dataset) ?? new Log(file, seq);
  logs.set(dataset, log);
  try {
    const { source, greeting } = following(log, request);
    streams.set(number, { ...base, source, log });
    tell(number, greeting);
  } catch (error) {
    if (!('listen' in request)) throw error;
    tell(number, channelError(queryError(error, request.listen.query)), true);
  }
}

const channelError = ({ body }: LakeError) => eventText({ name: 'channelError', data: body });

function end(stream: Stream) {
  streams.delete(stream.number);
  stream.source.close();
}

function advance(stream: Stream) {
  const { number, asker, source } = stream;
  const until = performance.now() + turn.time;
  const before = process.threadCpuUsage();
  let text = '';
  let piece: string | undefined | null = '';
  function takeTurn() {
    while (typeof piece === 'string' && text.length < turn.text && performance.now() < until) {
      piece = source.next();
      text += piece ?? '';
    }
  }
  try {
    withinTime(Math.ceil(Math.max(1, Math.min(source.left, longest))), takeTurn, late);
    if (piece === null) {
      end(stream);
      return void tell(number, text, true);
    }
  } catch (error) {
    end(stream);
    if (!(error instanceof LakeError)) throw error;
    if (stream.log) return void tell(number, text + channelError(error), true);
    return void tell(number, text, true, error);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    source.left -= (user + system) / 1000;
    ready.charge(asker, (user + system) / 1000);
  }
  if (text) {
    stream.hasRoom = false;
    count(stream, tell(number, text));
  } else if (piece !== undefined) ready.add(asker, stream);
}

function count(stream: Stream, bytes: number) {
  unread.set(stream.asker, (unread.get(stream.asker) ?? 0) + bytes - stream.unread);
  stream.unread = bytes;
}

async function run() {
  if (isRunning) return;
  isRunning = true;
  for (let stream = ready.take(); stream; stream = ready.take()) {
    if (!streams.has(stream.number) || !stream.hasRoom) continue;
    if ((unread.get(stream.asker) ?? 0) < mostUnread) advance(stream);
    else waiting.add(stream);
    // Lets messages in between turns.
    await setImmediate();
  }
  isRunning = false;
}

/** What the stream had sent is read, or no longer wanted. */
function wake(stream: Stream) {
  count(stream, 0);
  stream.hasRoom = true;
  ready.add(stream.asker, stream);
  for (const one of waiting) ready.add(one.asker, one);
  waiting.clear();
}

function receive(message: ToReader) {
  if (message.kind === 'open') {
    open(message);
  } else if (message.kind === 'more' || message.kind === 'end') {
    const stream = streams.get(message.stream);
    if (!stream) return;
    if (message.kind === 'end') end(stream);
    wake(stream);
  } else if (message.kind === 'written') {
    const log = logs.get(message.dataset);
    if (log) log.seq = message.seq;
    for (const stream of streams.values()) if (stream.log === log) ready.add(stream.asker, stream);
  } else {
    logs.get(message.dataset)?.close();
    logs.delete(message.dataset);
  }
  void run();
}

parentPort?.on('message', receive);
