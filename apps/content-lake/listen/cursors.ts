import { randomBytes } from 'node:crypto';
import { type ExprNode, evaluateSync } from 'groq-js';
import { typedError } from '../errors.ts';
import { isVisible } from '../query/perspective.ts';
import { tagsOf } from '../query/sync-tags.ts';
import { parseQuery, requireParameters } from '../query/syntax-tree.ts';
import { isPublished, type SanityDocument } from '../store/document.ts';
import type { CommittedTransaction, DocumentChange } from '../store/transaction.ts';
import { withinCpuTime } from '../time-limit.ts';
import { eventText } from './event-stream.ts';
import type { ListenRequest, LiveRequest } from './protocol.ts';
import type { Cursor, TransactionLog } from './transaction-log.ts';

/** Maximum number of missed transactions to resend. A client that missed more starts over, which is faster. */
const maxResume = { listener: 1000, live: 200 };

/** Milliseconds that a filter may take per transaction, plus per changed document. 0.01 per document is typical. */
const limit = { transaction: 250, document: 0.1 };

const filterTimeout = () =>
  typedError(400, 'listenTimeoutError', 'The filter of this listener takes too long. Use a simpler one.');

/** Returns a cursor that reports changes of documents that match a filter. Throws if the query is invalid. */
export function listenerCursor(log: TransactionLog, request: ListenRequest): Cursor {
  const { enableResume, lastEventId } = request;
  const filter = withinCpuTime(limit.transaction, () => documentFilter(request), filterTimeout);

  function hitOf(change: DocumentChange): Hit[] {
    const matched = filter(change.before);
    const matches = filter(change.after);
    if (!matched && !matches) return [];
    return [{ change, transition: !matched ? 'appear' : matches ? 'update' : 'disappear' }];
  }

  function hitsOf({ changes }: CommittedTransaction): Hit[] {
    const time = limit.transaction + Math.ceil(limit.document * changes.length);
    return withinCpuTime(time, () => changes.flatMap(hitOf), filterTimeout);
  }

  /** Returns the position after an event, or null if the client may have missed events and must start over. */
  function resume(eventId: string): number | null {
    const [transactionId = '', documentId] = eventId.split('#');
    const seq = log.resume(transactionId, maxResume.listener);
    if (seq === null || documentId === undefined) return seq;
    const last = log.after(seq - 1);
    return last && hitsOf(last).at(-1)?.change.id === documentId ? seq : null;
  }

  const isResuming = enableResume && lastEventId !== undefined;
  const resumed = isResuming ? resume(lastEventId) : null;
  const data = { listenerName: `listener-${randomBytes(8).toString('hex')}` };
  return {
    seq: resumed ?? log.seq,
    greeting: eventText(
      resumed !== null
        ? { name: 'welcomeback', data }
        : { name: isResuming ? 'reset' : 'welcome', id: log.newest, data },
    ),
    eventsOf: (transaction) => eventsOf(transaction, hitsOf(transaction), request),
  };
}

type Hit = { change: DocumentChange; transition: 'appear' | 'update' | 'disappear' };

/** Returns a transaction's `mutation` events. Their ids contain the transaction's id, so that clients can resume. */
function eventsOf(
  { id: transactionId, author, timestamp }: CommittedTransaction,
  hits: Hit[],
  request: ListenRequest,
) {
  const events = hits.map(({ change, transition }, index) => {
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
    return eventText({ name: 'mutation', id: data.eventId, data });
  });
  return events.join('');
}

/** Returns the filter of a listener's query and, like Sanity, ignores the rest. Throws if the query is invalid. */
function documentFilter({ query, params, sees, identity, sanity }: ListenRequest) {
  const filter = filterOf(requireParameters(parseQuery(query, params), params));
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

function filterOf(node: ExprNode): ExprNode | null {
  if (node.type === 'Everything') return node;
  if (node.type === 'Filter') return filterOf(node.base) && node;
  if (!('base' in node) || typeof node.base !== 'object') return null;
  return filterOf(node.base);
}

/** Returns a cursor that reports the sync tags of changes. Clients then refetch the results that have these tags. */
export function liveCursor(log: TransactionLog, { includeDrafts, lastEventId }: LiveRequest): Cursor {
  const resumed = lastEventId === undefined ? log.seq : log.resume(lastEventId, maxResume.live);
  const seq = resumed ?? log.seq;
  // Repeats the client's own position, so that the client loses no event if the stream breaks now.
  const id = resumed === null || lastEventId === undefined ? log.newest : lastEventId;
  return {
    seq,
    greeting: eventText({ name: resumed === null ? 'restart' : 'welcome', id, data: {} }),
    eventsOf(transaction) {
      const changes = transaction.changes.filter((change) => includeDrafts || isPublished(change.id));
      if (changes.length === 0) return '';
      // Creating or discarding a draft or version changes whether a perspective shows the layers below it.
      const covering = changes.filter(({ id, before, after }) => !isPublished(id) && !(before && after));
      const covered = log.allLayersOf(covering.map(({ id }) => id));
      return eventText({ id: transaction.id, data: { tags: tagsOf(changes, covered) } });
    },
  };
}
