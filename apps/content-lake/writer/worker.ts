import { parentPort } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { CommitQueue } from '../store/commit-queue.ts';
import { DatasetWriter } from '../store/dataset-writer.ts';
import { withinTime } from '../time-limit.ts';
import { carryOut } from './commands.ts';
import type { Command, FromWriter, ToWriter } from './protocol.ts';

/** Milliseconds for a request, and for what the lake does of its own accord. */
const limits = { request: 2000, upkeep: 60_000 };

const open = new Map<string, { dataset: DatasetWriter; queue: CommitQueue }>();

function openDataset({ id, file }: ToWriter['dataset']) {
  const known = open.get(id);
  if (known) return known;
  const dataset = new DatasetWriter(file);
  const made = { dataset, queue: new CommitQueue(dataset) };
  open.set(id, made);
  return made;
}

async function run({ job, dataset: { id, file }, transactionId, command }: ToWriter): Promise<FromWriter> {
  try {
    const { dataset, queue } = openDataset({ id, file });
    const work = () => withinTime(limitOf(command), () => carryOut(dataset, command, transactionId), tooLong);
    // Pruning has a transaction of its own, and giving room back to the disk can have none.
    if (!('author' in command) && command.kind !== 'release' && command.kind !== 'addresses') {
      if (command.kind === 'close') open.delete(id);
      return { job, ok: true, outcome: work() };
    }
    const author = 'author' in command ? command.author.id : '';
    return { job, ok: true, outcome: await queue.run(author, work) };
  } catch (error) {
    if (error instanceof LakeError)
      return { job, ok: false, status: error.status, message: error.message, body: error.body };
    return { job, ok: false, fault: faultOf(error) };
  }
}

/** Errors lose their code on the way to another thread. */
function faultOf(error: unknown) {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { message, stack, code: error instanceof Error && 'code' in error ? String(error.code) : '' };
}

function limitOf(command: Command): number {
  return 'author' in command ? limits.request : limits.upkeep;
}

const tooLong = () =>
  httpError(
    413,
    `Nothing was written: the request took more than ${limits.request / 1000} seconds. Send less of it at once.`,
  );

parentPort?.on('message', async (message: ToWriter) => parentPort?.postMessage(await run(message)));
