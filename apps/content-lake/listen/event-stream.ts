import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { LakeError } from '../errors.ts';
import type { Dataset } from '../store/dataset.ts';
import { second } from '../units.ts';
import { type Cursor, type StreamEvent, TransactionLog } from './transaction-log.ts';

/** Time between keep-alive comments. Without them, browsers and proxies would close idle connections. */
const keepAliveInterval = 15 * second;

const logs = new WeakMap<Dataset, TransactionLog>();

let turns = Promise.resolve();
/** Resolves when all streams that wait for their turn have had it, and other work between any two of them. */
function takeTurn(): Promise<void> {
  turns = turns.then(() => setImmediate());
  return turns;
}

/** Returns an event as text. Its data is JSON, which has no line breaks. */
function formatEvent({ event, id, data }: StreamEvent): string {
  return `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${data}\n\n`;
}

/**
 * Streams a cursor's events: the next transaction once the client has read the previous one. `onOpen` gets a function that
 * ends the stream, and returns one to call after the end. An error of the cursor is sent as `channelError`, as clients
 * expect.
 */
export function streamEvents(
  c: Context,
  dataset: Dataset,
  openCursor: (log: TransactionLog) => Cursor,
  onOpen: (end: () => void) => () => void,
): Response {
  const log = logs.get(dataset) ?? new TransactionLog(dataset);
  logs.set(dataset, log);
  const response = streamSSE(c, async (stream) => {
    let wake = () => {};
    stream.onAbort(() => wake());
    const closers = [dataset.onChange(() => wake()), onOpen(() => stream.abort())];
    const timer = setInterval(() => stream.write(':\n\n'), keepAliveInterval);
    try {
      const cursor = openCursor(log);
      await stream.write(formatEvent(cursor.greeting));
      while (!stream.aborted && dataset.isOpen) {
        if (cursor.seq === log.seq) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        await takeTurn();
        if (stream.aborted || !dataset.isOpen) return;
        const transaction = log.after(cursor.seq);
        // If it was pruned, the client reconnects and starts over.
        if (!transaction) return;
        // In one piece: between two events of a publish, the Studio would see neither draft nor published version, and
        // drop a letter that is typed then.
        await stream.write(cursor.toEvents(transaction).map(formatEvent).join(''));
        cursor.seq = transaction.seq;
      }
    } catch (error) {
      if (!(error instanceof LakeError)) throw error;
      await stream.write(formatEvent({ event: 'channelError', data: JSON.stringify(error.body) }));
    } finally {
      clearInterval(timer);
      for (const close of closers) close();
    }
  });
  response.headers.set('Cache-Control', 'no-cache, no-transform');
  response.headers.set('X-Accel-Buffering', 'no');
  return response;
}
