import { parentPort } from 'node:worker_threads';
import { mayManage } from '../access/permissions.ts';
import { httpError, LakeError } from '../errors.ts';
import { DatasetWriter } from '../store/dataset-writer.ts';
import { withinOwnTime, withinTime } from '../time-limit.ts';
import { carryOut } from './commands.ts';
import type { Command, FromWriter, Outcome, ToWriter } from './protocol.ts';

/** Seconds: `request` also for each MB of it, `import` for administrators, `upkeep` for the lake itself. */
const limits = { request: 1, import: 10, upkeep: 60 };

const open = new Map<string, DatasetWriter>();

async function run({ job, dataset: { id, file }, transactionId, command }: ToWriter): Promise<FromWriter> {
  try {
    const dataset = open.get(id) ?? DatasetWriter.open(file);
    open.set(id, dataset);
    const seconds = limitOf(command);
    const work = () => carryOut(open.get(id) ?? dataset, command, transactionId);
    const tooLate = tooLong(seconds);
    const late = () => tooLate;
    // A statement that is interrupted while it makes its first row gives none ever after (better-sqlite3 13.2).
    const renewing = <T>(one: () => T): T => {
      try {
        return one();
      } catch (error) {
        if (error === tooLate) open.set(id, new DatasetWriter(dataset));
        throw error;
      }
    };
    // Pruning has its own transaction, and a vacuum can have none.
    if (!('author' in command) && command.kind !== 'release' && command.kind !== 'addresses') {
      const outcome = renewing(() => withinTime(seconds * 1000, work, late));
      if (command.kind === 'close') open.delete(id);
      return { job, outcome };
    }
    const author = 'author' in command ? command.author.id : '';
    const undone = (one: () => Outcome) => renewing(dataset.db.transaction(one));
    const inTime = () => withinOwnTime(seconds * 1000, work, late, undone);
    return { job, outcome: await dataset.commit(author, inTime) };
  } catch (error) {
    if (error instanceof LakeError)
      return { job, status: error.status, message: error.message, body: error.body };
    const fault = error instanceof Error ? error : new Error(String(error));
    return { job, fault, code: 'code' in fault ? fault.code : '' };
  }
}

function limitOf(command: Command): number {
  if (!('author' in command)) return limits.upkeep;
  if (mayManage(command.author)) return limits.import;
  const megabytes = 'body' in command ? command.body.byteLength / 1024 / 1024 : 0;
  return Math.ceil(limits.request * (1 + megabytes));
}

const tooLong = (seconds: number) =>
  httpError(413, `Nothing was written: the request took more than ${seconds} s. Send less of it at once.`);

parentPort?.on('message', async (message: ToWriter) => parentPort?.postMessage(await run(message)));
