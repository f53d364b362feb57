import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { queryError } from '../query/parse-error.ts';
import { textOf } from '../read/read.ts';
import { StoredDocuments } from '../store/documents.ts';
import { openToRead } from '../store/open.ts';
import { stepBack, tidying } from '../thread.ts';
import { withinTime } from '../time-limit.ts';
import { listener, liveReader } from './cursors.ts';
import { eventText } from './event-stream.ts';
import { type Cursor, Log } from './log.ts';
import type { FromReader, ToReader } from './protocol.ts';

/** Milliseconds, or characters, of one stream's turn. */
const turn = { time: 10, text: 64 * 1024 };
/** Milliseconds of work for one answer. */
const longest = 10_000;
/** Bytes that one asker may leave unread before the others of its streams wait. */
const mostUnread = 32 * 1024 * 1024;

type Stream = {
  number: number;
  asker: string;
  /** Undefined stands for nothing at the moment. */
  pieces: Iterator<string | undefined>;
  log?: Log;
  close?: () => void;
  /** Milliseconds of work that are left to it. */
  left: number;
  hasRoom: boolean;
  unread: number;
};

const logs = new Map<string, Log>();
const streams = new Map<number, Stream>();
/** Streams that may have something to read, and those whose askers have too much unread. */
const ready = new FairQueue<Stream>();
const waiting = new Set<Stream>();
const unread = new Map<string, number>();
const tidy = tidying();
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

function* eventsSince(log: Log, cursor: Cursor) {
  for (;;) {
    // Pruned: the client reconnects and is told to start over.
    const transaction = cursor.seq < log.seq && log.after(cursor.seq);
    if (transaction === undefined) return;
    yield transaction ? cursor.eventsOf(transaction) : undefined;
    if (transaction) cursor.seq = transaction.seq;
  }
}

function open({ stream: number, asker, dataset, file, seq, request }: Extract<ToReader, { kind: 'open' }>) {
  const base = { number, asker, hasRoom: false, unread: 0 };
  if ('read' in request) {
    const db = openToRead(file);
    // One snapshot, as long as it is read.
    db.exec('BEGIN');
    const pieces = textOf(new StoredDocuments(db), request.read);
    return streams.set(number, { ...base, pieces, close: () => db.close(), left: longest });
  }
  const log = logs.get(dataset) ?? new Log(file, seq);
  logs.set(dataset, log);
  try {
    const cursor = 'listen' in request ? listener(log, request.listen) : liveReader(log, request.live);
    streams.set(number, { ...base, pieces: eventsSince(log, cursor), log, left: Number.POSITIVE_INFINITY });
    tell(number, cursor.greeting);
  } catch (error) {
    if (!('listen' in request)) throw error;
    tell(number, channelError(queryError(error, request.listen.query)), true);
  }
}

const channelError = ({ body }: LakeError) => eventText({ name: 'channelError', data: body });

function end(stream: Stream, text = '', error?: LakeError) {
  const isEvent = error && stream.log;
  streams.delete(stream.number);
  count(stream, 0);
  stream.close?.();
  if (stream.close) tidy();
  tell(stream.number, isEvent ? text + channelError(error) : text, true, isEvent ? undefined : error);
}

function advance(stream: Stream) {
  const until = performance.now() + turn.time;
  const before = process.threadCpuUsage();
  let text = '';
  let piece: IteratorResult<string | undefined> = { value: '' };
  function takeTurn() {
    while (piece.value !== undefined && text.length < turn.text && performance.now() < until) {
      piece = stream.pieces.next();
      text += piece.value ?? '';
    }
  }
  try {
    // All that follow a dataset share its log, so none of its questions may be interrupted; their filters have limits.
    if (stream.log) takeTurn();
    else withinTime(Math.ceil(Math.max(1, Math.min(stream.left, longest))), takeTurn, late);
  } catch (error) {
    if (!(error instanceof LakeError)) throw error;
    return end(stream, text, error);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    stream.left -= (user + system) / 1000;
    ready.charge(stream.asker, (user + system) / 1000);
  }
  if (piece.done) return end(stream, text);
  if (text) {
    stream.hasRoom = false;
    count(stream, tell(stream.number, text));
  } else if (piece.value !== undefined) ready.add(stream.asker, stream);
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

function receive(message: ToReader) {
  if (message.kind === 'open') {
    open(message);
  } else if (message.kind === 'more' || message.kind === 'end') {
    const stream = streams.get(message.stream);
    if (!stream) return;
    if (message.kind === 'end') end(stream);
    count(stream, 0);
    stream.hasRoom = true;
    for (const one of [stream, ...waiting]) ready.add(one.asker, one);
    waiting.clear();
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

if (workerData === true) stepBack();
parentPort?.on('message', receive);
