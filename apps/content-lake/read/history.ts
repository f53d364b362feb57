import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import { documentEvents } from '../history/document-events.ts';
import { flag } from '../json.ts';
import { publishedId } from '../store/document.ts';
import type { ChangeTexts, History } from '../store/history.ts';
import { separated } from './separated.ts';

const maxLimit = 1000;

const text = z.string().optional();
const limit = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .positive()
    .default(fallback)
    .transform((given) => Math.min(given, maxLimit));
/** In the log's format, so that times compare as text. */
const time = z.coerce
  .date({ error: 'must be a date and time such as 2026-01-31T12:00:00Z' })
  .transform((given) => given.toISOString());

export const eventParameters = z.strictObject({
  limit: limit(100),
  nextCursor: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  tag: text,
});
export const transactionParameters = z.strictObject({
  effectFormat: text,
  excludeContent: flag(),
  excludeMutations: flag(),
  fromTime: time.default(''),
  fromTransaction: text,
  includeIdentifiedDocumentsOnly: flag(),
  limit: limit(50),
  reverse: flag(),
  tag: text,
  toTime: time.default('9'),
  toTransaction: text,
});
export const documentParameters = z.strictObject({
  lastRevision: flag(),
  revision: text,
  tag: text,
  time: time.optional(),
});

export type EventsRequest = z.infer<typeof eventParameters> & { id: string };

/** Events of a document and its versions. */
export function* eventsText(history: History, { id, limit, nextCursor }: EventsRequest): Generator<string> {
  const found = history.ofDocuments([id], 0, nextCursor - 1).reverse();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  yield `{"events":{${JSON.stringify(id)}:[`;
  yield* separated(page, (one) => {
    const changes = history.changes(one.seq, (other) => publishedId(other) === publishedId(id));
    return JSON.stringify(documentEvents(id, { ...one, changes })).slice(1, -1);
  });
  yield `]},"nextCursor":"${found.length > limit && last ? last.seq : ''}"}`;
}

export type TransactionsRequest = z.infer<typeof transactionParameters> & { ids: string[] };

/** Transactions of documents, a line each. */
export function* transactionsText(history: History, asked: TransactionsRequest): Generator<string> {
  const { ids } = asked;
  const found = history
    .ofDocuments(ids, seqOf(asked.fromTransaction, history), seqOf(asked.toTransaction, history))
    .filter(({ timestamp }) => timestamp >= asked.fromTime && timestamp <= asked.toTime);
  const wanted = (asked.reverse ? found.reverse() : found).slice(0, asked.limit);
  const hasMutations = !asked.excludeMutations && !asked.excludeContent;
  const hasEffects = asked.effectFormat === 'mendoza';
  for (const { seq, ...transaction } of wanted) {
    const isWanted = (id: string) => !asked.includeIdentifiedDocumentsOnly || ids.includes(id);
    const changed = history.changedIds(seq).map(({ id }) => id);
    yield JSON.stringify({ ...transaction, documentIDs: changed.filter(isWanted) }).slice(0, -1);
    // Joined as text, so that large documents are not parsed and serialised again.
    const changes = () => history.texts(seq, isWanted);
    if (hasMutations) yield ',"mutations":[';
    if (hasMutations) yield* separated(changes(), ({ mutations }) => mutations.slice(1, -1));
    if (hasMutations) yield ']';
    if (hasEffects) yield ',"effects":{';
    if (hasEffects) yield* separated(changes(), effectOf);
    yield hasEffects ? '}}\n' : '}\n';
  }
}

export type StatesRequest = z.infer<typeof documentParameters> & {
  principal: Principal;
  ids: string[];
};

/** Documents as they were. */
export function* statesText(history: History, request: StatesRequest): Generator<string> {
  const { principal, ids, lastRevision, revision, time = new Date().toISOString() } = request;
  const seq = revision === undefined ? null : history.seqOf(revision);
  const documentOf = (id: string) => {
    if (lastRevision) return history.lastRevision(id);
    if (revision !== undefined) return seq === null ? null : history.documentAfter(id, seq);
    return history.documentAt(id, time);
  };
  yield '{"documents":[';
  yield* separated(ids, (id) => {
    const document = documentOf(id);
    return document && mayUse(principal, 'history', document) ? JSON.stringify(document) : '';
  });
  yield ']}';
}

function effectOf({ id, before, after }: ChangeTexts): string {
  return `"${id}":{"apply":[0,${after}],"revert":[0,${before}]}`;
}

function seqOf(id: string | undefined, history: History): number | undefined {
  if (id === undefined) return undefined;
  const seq = history.seqOf(id);
  if (seq === null) throw httpError(404, `Transaction "${id.slice(0, 128)}" not found`);
  return seq;
}
