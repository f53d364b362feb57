import { parentPort, workerData } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { jsonShapeFault } from '../json.ts';
import { DatasetWriter, writeConflict } from '../store/dataset-writer.ts';
import { garbageCollector } from '../thread.ts';
import { withinCpuTime, withinTime } from '../time-limit.ts';
import { execute } from './commands.ts';
import type { FromWriter, Outcome, ToWriter } from './protocol.ts';

/** Milliseconds that a write may hold up the others, and bytes and values of what can be parsed meanwhile. */
const fastLimits = { time: 60, bytes: 1024 * 1024, values: 100_000 };
/** Milliseconds for the lake's own work. */
const internalLimit = 60_000;
/** Times that a slow write is tried, as others may change what it is about. */
const maxAttempts = 5;

const isSlowThread = workerData === 'beside';
const open = new Map<string, DatasetWriter>();

async function run({
  job,
  dataset: { id, file },
  transactionId,
  command,
  limit = internalLimit,
}: ToWriter): Promise<FromWriter> {
  try {
    const dataset = open.get(id) ?? DatasetWriter.open(file);
    open.set(id, dataset);
    const work = () => execute(open.get(id) ?? dataset, command, transactionId);
    const timeout = writeTimeout(limit);
    const late = () => timeout;
    // A statement that is interrupted while it makes its first row gives none ever after (better-sqlite3 13.2).
    const withRenewedStatements = <T>(one: () => T): T => {
      try {
        return one();
      } catch (error) {
        if (error === slowWrite || error === timeout) open.set(id, new DatasetWriter(dataset));
        throw error;
      }
    };
    // Pruning has its own transaction, and a vacuum can have none.
    if (!('author' in command) && command.kind !== 'release' && command.kind !== 'addresses') {
      const outcome = withRenewedStatements(() => withinTime(limit, work, late));
      if (command.kind === 'close') open.delete(id);
      return { job, outcome };
    }
    if (!isSlowThread && 'body' in command && isLarge(command.body)) throw slowWrite;
    const author = 'author' in command ? command.author.id : '';
    const undone = (one: () => Outcome) => withRenewedStatements(dataset.db.transaction(one));
    const inTime = () => withinCpuTime(fastLimits.time, work, () => slowWrite, undone);
    if (!isSlowThread) return { job, outcome: await dataset.commit(author, inTime) };
    for (let attempt = 1; ; attempt++)
      try {
        const once = (one: () => Outcome) =>
          withRenewedStatements(() => (open.get(id) ?? dataset).writeOptimistically(one));
        return { job, outcome: withinCpuTime(limit, work, late, once) };
      } catch (error) {
        if (error !== writeConflict || attempt === maxAttempts) throw error;
      }
  } catch (error) {
    if (error === slowWrite) return { job, isSlow: true };
    if (error instanceof LakeError)
      return { job, status: error.status, message: error.message, body: error.body };
    const fault = error instanceof Error ? error : new Error(String(error));
    return { job, fault, code: 'code' in fault ? fault.code : '' };
  }
}

function isLarge(body: Uint8Array): boolean {
  return body.length > fastLimits.bytes || jsonShapeFault(body, fastLimits.values) !== null;
}

const slowWrite = new Error('The write is slow');

const writeTimeout = (milliseconds: number) =>
  httpError(
    413,
    `Nothing was written: the request took more than ${Math.round(milliseconds / 1000)} s. Send less of it at once.`,
  );

const tidy = garbageCollector();
parentPort?.on('message', async (message: ToWriter) => {
  parentPort?.postMessage(await run(message));
  if (isSlowThread) tidy();
});
