import { randomBytes } from 'node:crypto';
import { typedError } from '../errors.ts';
import { type CommittedTransaction, type DocumentChange, mendozaEffects } from '../store/transaction.ts';
import { withinOwnTime } from '../time-limit.ts';
import { eventText } from './event-stream.ts';
import { documentFilter } from './filter.ts';
import type { Cursor, Log } from './log.ts';
import type { ListenRequest } from './protocol.ts';

/** A listener that was away for more transactions than this starts over: reading them all would take longer. */
const maxResume = 1000;

/** Milliseconds for a filter and a transaction, and more for each document of it: an honest one takes 0.01. */
const limit = { transaction: 250, document: 0.1 };

const late = () =>
  typedError(
    400,
    'listenTimeoutError',
    'The filter of this listener takes too long to evaluate; use a simpler one',
  );

/** Tells the changes of documents that match a filter. Throws what is wrong with its query. */
export function listener(log: Log, request: ListenRequest): Cursor {
  const { enableResume, lastEventId } = request;
  const filter = withinOwnTime(limit.transaction, () => documentFilter(request), late);

  function hitOf(change: DocumentChange): Hit[] {
    const matched = filter(change.before);
    const matches = filter(change.after);
    if (!matched && !matches) return [];
    return [{ change, transition: !matched ? 'appear' : matches ? 'update' : 'disappear' }];
  }

  function hitsOf({ changes }: CommittedTransaction): Hit[] {
    const time = limit.transaction + Math.ceil(limit.document * changes.length);
    return withinOwnTime(time, () => changes.flatMap(hitOf), late);
  }

  /** Only whole transactions make sense to the reader: one who has seen part of the last one starts over. */
  function resume(eventId: string): number | null {
    const [transactionId = '', documentId] = eventId.split('#');
    const seq = log.resume(transactionId, maxResume);
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

/** A change that concerns a listener: its document begins to match, still matches, or no longer does. */
type Hit = { change: DocumentChange; transition: 'appear' | 'update' | 'disappear' };

/** The `mutation` events of one transaction for one listener. Their ids name the transaction, for resuming. */
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
      // A deletion has a revision too; without it the Studio waits for ever.
      resultRev: transactionId,
      timestamp,
      visibility: request.visibility,
      transactionTotalEvents: hits.length,
      transactionCurrentEvent: index + 1,
      messageDispatchedAt: new Date().toISOString(),
      ...(request.includeMutations ? { mutations } : {}),
      ...(request.includeResult && after ? { result: after } : {}),
      ...(request.includePreviousRevision ? { previous: before } : {}),
      ...(request.effectFormat === 'mendoza' ? { effects: mendozaEffects(change) } : {}),
    };
    return eventText({ name: 'mutation', id: data.eventId, data });
  });
  return events.join('');
}
