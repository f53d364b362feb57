import { parentPort, workerData } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { shapeFault } from '../json.ts';
import { DatasetWriter, overtaken } from '../store/dataset-writer.ts';
import { tidying } from '../thread.ts';
import { withinOwnTime, withinTime } from '../time-limit.ts';
import { carryOut } from './commands.ts';
import type { FromWriter, Outcome, ToWriter } from './protocol.ts';

/** Milliseconds that a write may hold up the others, and bytes and values of what can be parsed meanwhile. */
const quick = { time: 60, bytes: 1024 * 1024, values: 100_000 };
/** Milliseconds for the lake's own work. */
const upkeep = 60_000;
/** Times that a slow write is tried, as others may change what it is about. */
const maxAttempts = 5;

const isBeside = workerData === 'beside';
const open = new Map<string, DatasetWriter>();

async function run({
  job,
  dataset: { id, file },
  transactionId,
  command,
  limit = upkeep,
}: ToWriter): Promise<FromWriter> {
  try {
    const dataset = open.get(id) ?? DatasetWriter.open(file);
    open.set(id, dataset);
    const work = () => carryOut(open.get(id) ?? dataset, command, transactionId);
    const tooLate = tooLong(limit);
    const late = () => tooLate;
    // A statement that is interrupted while it makes its first row gives none ever after (better-sqlite3 13.2).
    const renewing = <T>(one: () => T): T => {
      try {
        return one();
      } catch (error) {
        if (error === slow || error === tooLate) open.set(id, new DatasetWriter(dataset));
        throw error;
      }
    };
    // Pruning has its own transaction, and a vacuum can have none.
    if (!('author' in command) && command.kind !== 'release' && command.kind !== 'addresses') {
      const outcome = renewing(() => withinTime(limit, work, late));
      if (command.kind === 'close') open.delete(id);
      return { job, outcome };
    }
    if (!isBeside && 'body' in command && isLong(command.body)) throw slow;
    const author = 'author' in command ? command.author.id : '';
    const undone = (one: () => Outcome) => renewing(dataset.db.transaction(one));
    const inTime = () => withinOwnTime(quick.time, work, () => slow, undone);
    if (!isBeside) return { job, outcome: await dataset.commit(author, inTime) };
    for (let attempt = 1; ; attempt++)
      try {
        const once = (one: () => Outcome) => renewing(() => (open.get(id) ?? dataset).beside(one));
        return { job, outcome: withinOwnTime(limit, work, late, once) };
      } catch (error) {
        if (error !== overtaken || attempt === maxAttempts) throw error;
      }
  } catch (error) {
    if (error === slow) return { job, isSlow: true };
    if (error instanceof LakeError)
      return { job, status: error.status, message: error.message, body: error.body };
    const fault = error instanceof Error ? error : new Error(String(error));
    return { job, fault, code: 'code' in fault ? fault.code : '' };
  }
}

function isLong(body: Uint8Array): boolean {
  return body.length > quick.bytes || shapeFault(body, quick.values) !== null;
}

const slow = new Error('The write is slow');

const tooLong = (milliseconds: number) =>
  httpError(
    413,
    `Nothing was written: the request took more than ${Math.round(milliseconds / 1000)} s. Send less of it at once.`,
  );

const tidy = tidying();
parentPort?.on('message', async (message: ToWriter) => {
  parentPort?.postMessage(await run(message));
  if (isBeside) tidy();
});
