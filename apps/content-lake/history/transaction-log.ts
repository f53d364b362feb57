import { httpError } from '../errors.ts';
import type { Dataset } from '../store/dataset.ts';
import { mendozaEffects } from '../store/transaction.ts';

type LogRequest = {
  ids: string[];
  fromTransaction: string | undefined;
  toTransaction: string | undefined;
  fromTime: string | undefined;
  toTime: string | undefined;
  reverse: boolean;
  limit: number;
  excludeMutations: boolean;
  mendoza: boolean;
  /** Leave out what the transactions did to other documents. */
  onlyIdentified: boolean;
};

/** The transactions that touched some documents, as Sanity's history API writes them, one JSON object each. */
export function* transactionLog(dataset: Dataset, request: LogRequest): Generator<Record<string, unknown>> {
  const from = seqOf(dataset, request.fromTransaction) ?? 0;
  const to = seqOf(dataset, request.toTransaction) ?? Number.MAX_SAFE_INTEGER;
  const all = dataset.history
    .ofDocuments(request.ids, from, to)
    .filter(({ timestamp }) => within(timestamp, request.fromTime, request.toTime));
  const wanted = (request.reverse ? all.reverse() : all).slice(0, request.limit);
  for (const { seq, id, author, timestamp } of wanted) {
    const changes = dataset.history.changes(seq);
    const shown = request.onlyIdentified
      ? changes.filter((change) => request.ids.includes(change.id))
      : changes;
    yield {
      id,
      timestamp,
      author,
      documentIDs: shown.map((change) => change.id),
      ...(request.excludeMutations ? {} : { mutations: shown.flatMap((change) => change.mutations) }),
      ...(request.mendoza
        ? { effects: Object.fromEntries(shown.map((one) => [one.id, mendozaEffects(one)])) }
        : {}),
    };
  }
}

function within(timestamp: string, from: string | undefined, to: string | undefined): boolean {
  return (!from || timestamp >= from) && (!to || timestamp <= to);
}

function seqOf(dataset: Dataset, transactionId: string | undefined): number | undefined {
  if (!transactionId) return undefined;
  const transaction = dataset.history.seqOf(transactionId);
  if (transaction === null) throw httpError(404, `Transaction "${transactionId.slice(0, 128)}" not found`);
  return transaction;
}
