import { type CommittedTransaction, mendozaEffects } from '../store/transaction.ts';
import type { Hit } from './protocol.ts';

export type ListenOptions = {
  includeResult: boolean;
  includePreviousRevision: boolean;
  includeMutations: boolean;
  mendoza: boolean;
  visibility: 'query' | 'transaction';
  enableResume: boolean;
};

/** The `mutation` events of one transaction for one listener. Their ids name the transaction, for resuming. */
export function mutationEvents(transaction: CommittedTransaction, hits: Hit[], options: ListenOptions) {
  return hits.flatMap(({ change: position, transition }, index) => {
    const change = transaction.changes[position];
    if (!change) return [];
    const { id, before, after, mutations } = change;
    const data = {
      eventId: `${transaction.id}#${id}`,
      documentId: id,
      transactionId: transaction.id,
      transition,
      identity: transaction.author,
      ...(before ? { previousRev: before._rev } : {}),
      // A deletion has a revision too; without it the Studio waits for ever.
      resultRev: transaction.id,
      timestamp: transaction.timestamp,
      visibility: options.visibility,
      transactionTotalEvents: hits.length,
      transactionCurrentEvent: index + 1,
      messageDispatchedAt: new Date().toISOString(),
      ...(options.includeMutations ? { mutations } : {}),
      ...(options.includeResult && after ? { result: after } : {}),
      ...(options.includePreviousRevision ? { previous: before } : {}),
      ...(options.mendoza ? { effects: mendozaEffects(change) } : {}),
    };
    return [{ name: 'mutation', id: data.eventId, data }];
  });
}
