import { parentPort, workerData } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { jsonShapeFault } from '../json.ts';
import { DatasetWriter, writeConflict } from '../store/dataset-writer.ts';
import { garbageCollector } from '../thread.ts';
import { withinCpuTime, withinTime } from '../time-limit.ts';
import { megabyte, minute, second } from '../units.ts';
import { execute } from './commands.ts';
import type { FromWriter, Outcome, ToWriter } from './protocol.ts';

/** Limits of a write in the fast thread. Bodies up to `bytes` and `values` can be parsed within `time` milliseconds. */
const fastLimits = { time: 60, bytes: megabyte, values: 100_000 };
/** Time limit of the lake's own commands. */
const internalLimit = minute;
/** How often a slow write is attempted while other writes change the same documents. */
const maxAttempts = 5;

const isSlowThread = workerData === 'slow';
const writers = new Map<string, DatasetWriter>();

async function respond(message: ToWriter): Promise<FromWriter> {
  const { job } = message;
  try {
    return { job, outcome: await run(message) };
  } catch (error) {
    if (error === slowWrite) return { job, isSlow: true };
    if (error instanceof LakeError)
      return { job, status: error.status, message: error.message, body: error.body };
    const fault = error instanceof Error ? error : new Error(String(error));
    return { job, fault, code: 'code' in fault ? fault.code : '' };
  }
}

async function run(message: ToWriter): Promise<Outcome> {
  const { dataset: file, transactionId, command, limit = internalLimit } = message;
  const dataset = writers.get(file.id) ?? DatasetWriter.open(file.file);
  writers.set(file.id, dataset);
  const current = () => writers.get(file.id) ?? dataset;
  const work = () => execute(current(), command, transactionId);
  const timeout = writeTimeout(limit);
  // After an interruption, a prepared statement may no longer return rows (better-sqlite3 13.2).
  const renewStatements = <T>(once: () => T): T => {
    try {
      return once();
    } catch (error) {
      if (error === slowWrite || error === timeout) writers.set(file.id, new DatasetWriter(dataset));
      throw error;
    }
  };
  // Pruning opens its own transactions, as vacuuming must run outside a transaction.
  if (command.kind === 'close' || command.kind === 'prune') {
    const outcome = renewStatements(() => withinTime(limit, work, () => timeout));
    if (command.kind === 'close') writers.delete(file.id);
    return outcome;
  }
  if (isSlowThread)
    return retryConflicts(() =>
      withinCpuTime(
        limit,
        work,
        () => timeout,
        (once) => renewStatements(() => current().writeOptimistically(once)),
      ),
    );
  if ('body' in command && isLarge(command.body)) throw slowWrite;
  const author = 'author' in command ? command.author.id : '';
  const rollBack = (once: () => Outcome) => renewStatements(dataset.db.transaction(once));
  return dataset.commit(author, () => withinCpuTime(fastLimits.time, work, () => slowWrite, rollBack));
}

function retryConflicts<T>(write: () => T): T {
  for (let attempt = 1; ; attempt++)
    try {
      return write();
    } catch (error) {
      if (error !== writeConflict || attempt === maxAttempts) throw error;
    }
}

function isLarge(body: Uint8Array): boolean {
  return body.length > fastLimits.bytes || jsonShapeFault(body, fastLimits.values) !== null;
}

const slowWrite = new Error('The write is slow');

const writeTimeout = (milliseconds: number) =>
  httpError(
    413,
    `Nothing was written: the request took more than ${Math.round(milliseconds / second)} s. Send fewer changes at once.`,
  );

const collectGarbage = garbageCollector();
parentPort?.on('message', async (message: ToWriter) => {
  parentPort?.postMessage(await respond(message));
  if (isSlowThread) collectGarbage();
});
