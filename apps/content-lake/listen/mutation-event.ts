import { type CommittedTransaction, type DocumentChange, mendozaEffects } from '../store/transaction.ts';
import type { ListenOptions } from './protocol.ts';

/** A change that concerns a listener: its document begins to match, still matches, or no longer does. */
export type Hit = { change: DocumentChange; transition: 'appear' | 'update' | 'disappear' };

/** The `mutation` events of one transaction for one listener. Their ids name the transaction, for resuming. */
export function mutationEvents(
  { id: transactionId, author, timestamp }: CommittedTransaction,
  hits: Hit[],
  options: ListenOptions,
) {
  return hits.map(({ change, transition }, index) => {
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
      visibility: options.visibility,
      transactionTotalEvents: hits.length,
      transactionCurrentEvent: index + 1,
      messageDispatchedAt: new Date().toISOString(),
      ...(options.includeMutations ? { mutations } : {}),
      ...(options.includeResult && after ? { result: after } : {}),
      ...(options.includePreviousRevision ? { previous: before } : {}),
      ...(options.mendoza ? { effects: mendozaEffects(change) } : {}),
    };
    return { name: 'mutation', id: data.eventId, data };
  });
}
