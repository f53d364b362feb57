import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import { assetOfDocument } from '../assets/asset-name.ts';
import { httpError } from '../errors.ts';
import { flag } from '../json.ts';
import { type Perspective, project } from '../query/perspective.ts';
import { draftId, isDraft, isPublished, isVersion, publishedId } from '../store/document.ts';
import type { StoredDocuments } from '../store/documents.ts';
import type { ChangeTexts, History } from '../store/history.ts';
import type { CommittedTransaction, DocumentChange } from '../store/transaction.ts';
import { type SearchRequest, searchText } from './search.ts';

const maxLimit = 1000;

const text = z.string().optional();
const limit = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .positive()
    .default(fallback)
    .transform((given) => Math.min(given, maxLimit));
/** Normalised to the format of stored times, which are compared as text. */
const time = z.coerce
  .date({ error: 'must be a date and time such as 2026-01-31T12:00:00Z' })
  .transform((given) => given.toISOString());

export const eventParameters = z.strictObject({
  limit: limit(100),
  nextCursor: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  tag: text,
});
export const transactionParameters = z.strictObject({
  authors: text,
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
  /** An extension of Sanity's API: returns the published state that a draft or version was made from. */
  base: flag(),
  lastRevision: flag(),
  revision: text,
  tag: text,
  time: time.optional(),
});

export type ReadRequest =
  | { documents: DocumentsRequest }
  | { export: ExportRequest }
  | { events: EventsRequest }
  | { transactions: TransactionsRequest }
  | { states: StatesRequest }
  | { search: SearchRequest };

/** Yields the text of a response in chunks. Throws LakeErrors. */
export function readText(stored: StoredDocuments, request: ReadRequest): Generator<string> {
  if ('documents' in request) return documentsText(stored, request.documents);
  if ('search' in request) return searchText(stored, request.search);
  if ('export' in request) return exportText(stored, request.export);
  if ('events' in request) return eventsText(stored.history, request.events);
  if ('transactions' in request) return transactionsText(stored.history, request.transactions);
  return statesText(stored, request.states);
}

/** Joins texts with commas. Yields empty texts too, so that other streams can continue. */
function* separated<T>(items: Iterable<T>, write: (item: T) => string): Generator<string> {
  let separator = '';
  for (const item of items) {
    const text = write(item);
    yield text && separator + text;
    if (text) separator = ',';
  }
}

type DocumentsRequest = {
  principal: Principal;
  ids: string[];
  withVersions: boolean;
  perspective: Perspective;
};

function* documentsText(stored: StoredDocuments, request: DocumentsRequest): Generator<string> {
  const { principal, ids, withVersions, perspective } = request;
  const omitted: { id: string; reason: string }[] = [];
  function documentText(id: string): string {
    const { document } = project(id, perspective, 'everything', (one) => stored.get(one) ?? undefined);
    const own = document && (document._originalId ? stored.get(String(document._originalId)) : document);
    if (own && mayUse(principal, 'read', own)) return JSON.stringify(document);
    // Anonymous clients must not learn that a draft exists.
    const reason = own && principal.kind !== 'anonymous' ? 'permission' : 'existence';
    if (!withVersions) omitted.push({ id, reason });
    return '';
  }
  yield '{"documents":[';
  yield* separated(withVersions ? listVersions(stored, ids) : ids, documentText);
  yield `],"omitted":${JSON.stringify(omitted)}}`;
}

/** `url` is the base of asset URLs. */
type ExportRequest = { principal: Principal; types: string[] | undefined; url: string };

function* exportText(stored: StoredDocuments, { principal, types, url }: ExportRequest): Generator<string> {
  for (const id of stored.ids(types)) {
    const one = stored.get(id);
    const isShown = one && mayUse(principal, 'read', one);
    // The exporter can fetch assets from this `url` even while the site is down.
    const document = isShown && assetOfDocument(id) ? { ...one, url: `${url}/${one.path}` } : one;
    yield isShown ? `${JSON.stringify(document)}\n` : '';
  }
}

function listVersions(stored: StoredDocuments, ids: string[]): string[] {
  const versions = Map.groupBy(stored.idsFrom('versions.'), publishedId);
  return [...new Set(ids.map(publishedId))].flatMap((id) => [id, draftId(id), ...(versions.get(id) ?? [])]);
}

type EventsRequest = z.infer<typeof eventParameters> & { id: string };

function* eventsText(history: History, { id, limit, nextCursor }: EventsRequest): Generator<string> {
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

type TransactionsRequest = z.infer<typeof transactionParameters> & { ids: string[] };

function* transactionsText(history: History, request: TransactionsRequest): Generator<string> {
  const { ids } = request;
  const authors = request.authors?.split(',');
  const found = history
    .ofDocuments(ids, findSeq(request.fromTransaction, history), findSeq(request.toTransaction, history))
    .filter(({ timestamp }) => timestamp >= request.fromTime && timestamp <= request.toTime)
    .filter(({ author }) => authors?.includes(author) ?? true);
  const selected = (request.reverse ? found.reverse() : found).slice(0, request.limit);
  const hasMutations = !request.excludeMutations && !request.excludeContent;
  const hasEffects = request.effectFormat === 'mendoza';
  for (const { seq, ...transaction } of selected) {
    const isIncluded = (id: string) => !request.includeIdentifiedDocumentsOnly || ids.includes(id);
    const changed = history.changedIds(seq).map(({ id }) => id);
    yield JSON.stringify({ ...transaction, documentIDs: changed.filter(isIncluded) }).slice(0, -1);
    // Joins texts instead of parsing and serialising large documents.
    const changes = () => history.texts(seq, isIncluded);
    if (hasMutations) yield ',"mutations":[';
    if (hasMutations) yield* separated(changes(), ({ mutations }) => mutations.slice(1, -1));
    if (hasMutations) yield ']';
    if (hasEffects) yield ',"effects":{';
    if (hasEffects) yield* separated(changes(), describeEffect);
    yield hasEffects ? '}}\n' : '}\n';
  }
}

type StatesRequest = z.infer<typeof documentParameters> & { principal: Principal; ids: string[] };

function* statesText(stored: StoredDocuments, request: StatesRequest): Generator<string> {
  const { history } = stored;
  const { principal, ids, base, lastRevision, revision, time = new Date().toISOString() } = request;
  const seq = revision === undefined ? null : history.findSeq(revision);
  const findDocument = (id: string) => {
    if (base) return stored.get(id);
    if (lastRevision) return history.lastRevision(id);
    if (revision !== undefined) return seq === null ? null : history.documentAfter(id, seq);
    return history.documentAt(id, time);
  };
  yield '{"documents":[';
  yield* separated(ids, (id) => {
    const document = findDocument(id);
    const shown = base ? stored.base(id) : document;
    return shown && document && mayUse(principal, 'history', document) ? JSON.stringify(shown) : '';
  });
  yield ']}';
}

function describeEffect({ id, before, after }: ChangeTexts): string {
  return `"${id}":{"apply":[0,${after}],"revert":[0,${before}]}`;
}

function findSeq(id: string | undefined, history: History): number | undefined {
  if (id === undefined) return undefined;
  const seq = history.findSeq(id);
  if (seq === null) throw httpError(404, `Transaction "${id.slice(0, 128)}" not found`);
  return seq;
}

/** Returns events for the Studio's history pane. The pane reads edits of drafts from the transactions instead. */
function documentEvents(id: string, transaction: CommittedTransaction) {
  const change = transaction.changes.find((one) => one.id === id);
  const event = change && (isPublished(id) ? publishedEvent : versionEvent)(change, transaction);
  if (!event) return [];
  const documentVariantType = isDraft(id) ? 'draft' : isVersion(id) ? 'version' : 'published';
  return [
    {
      id: transaction.id,
      timestamp: transaction.timestamp,
      author: transaction.author,
      documentId: publishedId(id),
      documentVariantType,
      ...event,
    },
  ];
}

function versionEvent(change: DocumentChange, transaction: CommittedTransaction) {
  const { id, before, after } = change;
  const published = transaction.changes.find((one) => one.id === publishedId(id));
  const version = { versionId: id, versionRevisionId: before?._rev ?? transaction.id, ...parseRelease(id) };
  if (!before && published?.before && !published.after) return { type: 'unpublishDocument', ...version };
  if (!before) return { type: 'createDocumentVersion', ...version, revisionId: transaction.id };
  if (after) return null;
  if (published?.after) return findPublish(change, transaction);
  if (published?.before) return { type: 'deleteDocumentGroup' };
  return { type: 'deleteDocumentVersion', ...version };
}

function publishedEvent({ id, before, after }: DocumentChange, transaction: CommittedTransaction) {
  const siblings = transaction.changes.filter((one) => one.id !== id && publishedId(one.id) === id);
  if (after) {
    const source = siblings.find((one) => one.before && !one.after);
    if (source) return findPublish(source, transaction);
    return { type: before ? 'updateLiveDocument' : 'createLiveDocument', revisionId: transaction.id };
  }
  const remaining = siblings.find((one) => one.after);
  if (remaining)
    return { type: 'unpublishDocument', versionId: remaining.id, versionRevisionId: transaction.id };
  return { type: 'deleteDocumentGroup' };
}

function findPublish(source: DocumentChange, transaction: CommittedTransaction) {
  return {
    type: 'publishDocumentVersion',
    versionId: source.id,
    versionRevisionId: source.before?._rev,
    revisionId: transaction.id,
    publishCause: 'document.publish',
    contributors: [transaction.author],
    ...parseRelease(source.id),
  };
}

const parseRelease = (id: string) => (isVersion(id) ? { releaseId: id.split('.')[1] } : {});
