import { setTimeout as pause } from 'node:timers/promises';
import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import type { Command } from '../writer/protocol.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds of work, and of rest for the lake's requests. */
const budget = { work: 10, rest: 40 };

/** Milliseconds for which changes stay as they are, since readers that are nearly up to date ask for them. */
const packedAfter = 60_000;

/** Packs what was written more than a minute ago, once nobody will want to go back to the version before. */
export async function packHistory({ config, writer }: Lake, dataset: Dataset, signal: AbortSignal) {
  if (process.uptime() < config.packAfter * 60) return;
  const limit = new Date(Date.now() - packedAfter).toISOString();
  const rest = () => pause(budget.rest, undefined, { signal });
  await repeat(writer, dataset, { kind: 'pack', limit, budget: budget.work }, rest);
  await repeat(writer, dataset, { kind: 'shrink' }, rest);
}

/** Prunes history older than `historyDays`, and what is too much. */
export async function forgetOld({ config, writer }: Lake, dataset: Dataset, signal: AbortSignal) {
  const { historyDays } = config;
  const limit = historyDays === 0 ? '' : new Date(Date.now() - historyDays * day).toISOString();
  const rest = () => pause(budget.rest, undefined, { signal });
  let at: number | undefined = 0;
  while (at !== undefined && dataset.isOpen) {
    ({ next: at } = await writer.run(dataset, { kind: 'prune', seq: at, limit, budget: budget.work }));
    await rest();
  }
  await repeat(writer, dataset, { kind: 'shrink' }, rest);
}

async function repeat(
  writer: Lake['writer'],
  dataset: Dataset,
  command: Command<'pack' | 'shrink'>,
  rest: () => Promise<void>,
) {
  while (dataset.isOpen && (await writer.run(dataset, command)).next !== undefined) await rest();
}
