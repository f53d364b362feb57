import { randomBytes } from 'node:crypto';
import { type ExprNode, evaluateSync } from 'groq-js';
import { z } from 'zod';
import type { Visibility } from '../access/principal.ts';
import { typedError } from '../errors.ts';
import { flag } from '../json.ts';
import { queryError } from '../query/parse-error.ts';
import { isVisible } from '../query/perspective.ts';
import { buildTags } from '../query/sync-tags.ts';
import { parseQuery, requireParameters } from '../query/syntax-tree.ts';
import { isPublished, type SanityDocument } from '../store/document.ts';
import type { CommittedTransaction, DocumentChange } from '../store/transaction.ts';
import type { Cursor, StreamEvent, TransactionLog } from './transaction-log.ts';

/** Maximum number of missed transactions to resend. A client that missed more starts over, which is faster. */
const maxResume = { listener: 1000, live: 200 };

export const listenParameters = z.object({
  query: z.string({ error: 'is missing' }),
  includeResult: flag(),
  includePreviousRevision: flag(),
  includeMutations: flag(true),
  effectFormat: z.string().optional(),
  visibility: z.enum(['query', 'transaction']).catch('transaction'),
  enableResume: flag(),
});

/** `lastEventId` is the id of the last event before a reconnect. */
export type ListenRequest = z.infer<typeof listenParameters> & {
  params: Record<string, unknown>;
  sees: Visibility;
  identity: string;
  /** Values of `sanity::projectId()` and `sanity::dataset()`. */
  sanity: { projectId: string; dataset: string };
  lastEventId: string | undefined;
};
type LiveRequest = { includeDrafts: boolean; lastEventId: string | undefined };

/** Returns a cursor that reports changes of documents that match a filter. Throws if the query is invalid. */
export function listenerCursor(log: TransactionLog, request: ListenRequest): Cursor {
  const { enableResume, lastEventId } = request;
  const filter = documentFilter(request);

  function findHits(change: DocumentChange): Hit[] {
    const matched = filter(change.before);
    const matches = filter(change.after);
    if (!matched && !matches) return [];
    return [{ change, transition: !matched ? 'appear' : matches ? 'update' : 'disappear' }];
  }

  const findAllHits = ({ changes }: CommittedTransaction): Hit[] => changes.flatMap(findHits);

  /** Returns the position after an event, or null if the client may have missed events and must start over. */
  function resume(eventId: string): number | null {
    const [transactionId = '', documentId] = eventId.split('#');
    const seq = log.resume(transactionId, maxResume.listener);
    if (seq === null || documentId === undefined) return seq;
    const last = log.after(seq - 1);
    return last && findAllHits(last).at(-1)?.change.id === documentId ? seq : null;
  }

  const isResuming = enableResume && lastEventId !== undefined;
  const resumed = isResuming ? resume(lastEventId) : null;
  const data = JSON.stringify({ listenerName: `listener-${randomBytes(8).toString('hex')}` });
  return {
    seq: resumed ?? log.seq,
    greeting:
      resumed !== null
        ? { event: 'welcomeback', data }
        : { event: isResuming ? 'reset' : 'welcome', id: log.newest, data },
    toEvents: (transaction) => buildEvents(transaction, findAllHits(transaction), request),
  };
}

type Hit = { change: DocumentChange; transition: 'appear' | 'update' | 'disappear' };

/** Returns a transaction's `mutation` events. Their ids contain the transaction's id, so that clients can resume. */
function buildEvents(
  { id: transactionId, author, timestamp }: CommittedTransaction,
  hits: Hit[],
  request: ListenRequest,
): StreamEvent[] {
  return hits.map(({ change, transition }, index) => {
    const { id, before, after, mutations } = change;
    const data = {
      eventId: `${transactionId}#${id}`,
      documentId: id,
      transactionId,
      transition,
      identity: author,
      ...(before ? { previousRev: before._rev } : {}),
      // Set for deletions too, as the Studio waits for it.
      resultRev: transactionId,
      timestamp,
      visibility: request.visibility,
      transactionTotalEvents: hits.length,
      transactionCurrentEvent: index + 1,
      messageDispatchedAt: new Date().toISOString(),
      ...(request.includeMutations ? { mutations } : {}),
      ...(request.includeResult && after ? { result: after } : {}),
      ...(request.includePreviousRevision ? { previous: before } : {}),
      // These Mendoza patches replace the whole document, which gives clients the same result.
      ...(request.effectFormat === 'mendoza' ? { effects: { apply: [0, after], revert: [0, before] } } : {}),
    };
    return { event: 'mutation', id: data.eventId, data: JSON.stringify(data) };
  });
}

/** Returns the filter of a listener's query and, like Sanity, ignores the rest. Throws if the query is invalid. */
function documentFilter({ query, params, sees, identity, sanity }: ListenRequest) {
  const filter = findFilter(parseFilter(query, params));
  if (!filter)
    throw typedError(400, 'listenQueryError', 'A listener needs a filter such as *[_type == "page"]');
  return (document: SanityDocument | null) => {
    if (!document || !isVisible(sees, document)) return false;
    try {
      const options = { dataset: [document], params, identity, sanity };
      const result: unknown = evaluateSync(filter, options).data;
      return Array.isArray(result) && result.length > 0;
    } catch {
      // A document on which the filter fails does not match.
      return false;
    }
  };
}

function parseFilter(query: string, params: Record<string, unknown>): ExprNode {
  try {
    return requireParameters(parseQuery(query, params), params);
  } catch (error) {
    throw queryError(error, query);
  }
}

function findFilter(node: ExprNode): ExprNode | null {
  if (node.type === 'Everything') return node;
  if (node.type === 'Filter') return findFilter(node.base) && node;
  if (!('base' in node) || typeof node.base !== 'object') return null;
  return findFilter(node.base);
}

/** Returns a cursor that reports the sync tags of changes. Clients then refetch the results that have these tags. */
export function liveCursor(log: TransactionLog, { includeDrafts, lastEventId }: LiveRequest): Cursor {
  const resumed = lastEventId === undefined ? log.seq : log.resume(lastEventId, maxResume.live);
  const seq = resumed ?? log.seq;
  // Repeats the client's own position, so that the client loses no event if the stream breaks now.
  const id = resumed === null || lastEventId === undefined ? log.newest : lastEventId;
  return {
    seq,
    greeting: { event: resumed === null ? 'restart' : 'welcome', id, data: '{}' },
    toEvents(transaction) {
      const changes = transaction.changes.filter((change) => includeDrafts || isPublished(change.id));
      if (changes.length === 0) return [];
      // Creating or discarding a draft or version changes whether a perspective shows the layers below it.
      const covering = changes.filter(({ id, before, after }) => !isPublished(id) && !(before && after));
      const covered = log.collectLayers(covering.map(({ id }) => id));
      return [{ id: transaction.id, data: JSON.stringify({ tags: buildTags(changes, covered) }) }];
    },
  };
}
