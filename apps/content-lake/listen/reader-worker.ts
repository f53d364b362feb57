import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { LakeError } from '../errors.ts';
import { queryError } from '../query/parse-error.ts';
import { eventText } from './event-stream.ts';
import { listener } from './listener.ts';
import { liveReader } from './live-reader.ts';
import { type Cursor, Log } from './log.ts';
import type { FromReader, ToReader } from './protocol.ts';

/** Milliseconds, or characters, of one stream's turn. */
const turn = { time: 10, text: 64 * 1024 };

type Stream = {
  log: Log;
  cursor: Cursor;
  hasRoom: boolean;
};

const logs = new Map<string, Log>();
const streams = new Map<number, Stream>();
/** Streams with something to read, in turn order. */
const ready = new Set<number>();
let isRunning = false;

function tell(message: FromReader) {
  parentPort?.postMessage(message);
}

function end(stream: number, text: string, error?: LakeError) {
  streams.delete(stream);
  const last = error ? eventText({ name: 'channelError', data: error.body }) : '';
  tell({ stream, text: text + last, isLast: true });
}

function open({ stream, dataset, file, seq, request }: Extract<ToReader, { kind: 'open' }>) {
  const log = logs.get(dataset) ?? new Log(file, seq);
  logs.set(dataset, log);
  try {
    const cursor = 'listen' in request ? listener(log, request.listen) : liveReader(log, request.live);
    streams.set(stream, { log, cursor, hasRoom: false });
    tell({ stream, text: cursor.greeting, isLast: false });
  } catch (error) {
    if (!('listen' in request)) throw error;
    end(stream, '', queryError(error, request.listen.query));
  }
}

function advance(number: number, stream: Stream) {
  const { log, cursor } = stream;
  const until = performance.now() + turn.time;
  let text = '';
  while (cursor.seq < log.seq && text.length < turn.text && performance.now() < until) {
    const transaction = log.after(cursor.seq);
    // Pruned: the client reconnects and is told to start over.
    if (!transaction) return end(number, text);
    try {
      text += cursor.eventsOf(transaction);
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
      return end(number, text, error);
    }
    cursor.seq = transaction.seq;
  }
  if (text) {
    stream.hasRoom = false;
    tell({ stream: number, text, isLast: false });
  } else if (cursor.seq < log.seq) ready.add(number);
}

async function run() {
  if (isRunning) return;
  isRunning = true;
  for (const number of ready) {
    ready.delete(number);
    const stream = streams.get(number);
    if (stream?.hasRoom) advance(number, stream);
    // Lets messages in between turns.
    await setImmediate();
  }
  isRunning = false;
}

function receive(message: ToReader) {
  if (message.kind === 'open') {
    open(message);
  } else if (message.kind === 'more') {
    const stream = streams.get(message.stream);
    if (stream) stream.hasRoom = true;
    ready.add(message.stream);
  } else if (message.kind === 'end') {
    streams.delete(message.stream);
  } else if (message.kind === 'written') {
    const log = logs.get(message.dataset);
    if (log) log.seq = message.seq;
    for (const [number, stream] of streams) if (stream.log === log) ready.add(number);
  } else {
    logs.get(message.dataset)?.close();
    logs.delete(message.dataset);
  }
  void run();
}

parentPort?.on('message', receive);
