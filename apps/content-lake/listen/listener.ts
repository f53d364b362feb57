import { randomBytes } from 'node:crypto';
import { typedError } from '../errors.ts';
import type { CommittedTransaction, DocumentChange } from '../store/transaction.ts';
import { withinTime } from '../time-limit.ts';
import { type Cursor, eventText } from './cursor.ts';
import { documentFilter } from './filter.ts';
import type { Log } from './log.ts';
import { type Hit, mutationEvents } from './mutation-event.ts';
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
export function listener(log: Log, { options, lastEventId, ...query }: ListenRequest): Cursor {
  const filter = withinTime(limit.transaction, () => documentFilter(query), late);

  function hitOf(change: DocumentChange): Hit[] {
    const matched = filter(change.before);
    const matches = filter(change.after);
    if (!matched && !matches) return [];
    return [{ change, transition: !matched ? 'appear' : matches ? 'update' : 'disappear' }];
  }

  function hitsOf({ changes }: CommittedTransaction): Hit[] {
    const time = limit.transaction + Math.ceil(limit.document * changes.length);
    return withinTime(time, () => changes.flatMap(hitOf), late);
  }

  /** Only whole transactions make sense to the reader: one who has seen part of the last one starts over. */
  function resume(eventId: string): number | null {
    const [transactionId = '', documentId] = eventId.split('#');
    const seq = log.resume(transactionId, maxResume);
    if (seq === null || documentId === undefined) return seq;
    const last = log.after(seq - 1);
    return last && hitsOf(last).at(-1)?.change.id === documentId ? seq : null;
  }

  const isResuming = options.enableResume && lastEventId !== undefined;
  const resumed = isResuming ? resume(lastEventId) : null;
  const data = { listenerName: `listener-${randomBytes(8).toString('hex')}` };
  return {
    seq: resumed ?? log.seq,
    greeting: eventText(
      resumed !== null
        ? { name: 'welcomeback', data }
        : { name: isResuming ? 'reset' : 'welcome', id: log.newest, data },
    ),
    eventsOf: (transaction) =>
      mutationEvents(transaction, hitsOf(transaction), options).map(eventText).join(''),
  };
}
