import { parentPort, workerData } from 'node:worker_threads';
import { queryError } from '../query/parse-error.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { type DocumentFilter, documentFilter } from './filter.ts';
import type { FromMatcher, Hit, ToMatcher } from './protocol.ts';

/** Tells the server's thread whose filter is being evaluated, also when that never ends. */
const evaluating: Int32Array<SharedArrayBuffer> = workerData;

const filters = new Map<number, DocumentFilter>();

function add(message: Extract<ToMatcher, { kind: 'add' }>): FromMatcher {
  try {
    filters.set(message.listener, documentFilter(message));
    return { kind: 'added', listener: message.listener, error: null };
  } catch (error) {
    const { status, message: text, body } = queryError(error, message.query);
    return { kind: 'added', listener: message.listener, error: { status, message: text, body } };
  }
}

function hitsOf(filter: DocumentFilter, { changes }: CommittedTransaction): Hit[] {
  return changes.flatMap(({ before, after }, change): Hit[] => {
    const matched = filter(before);
    const matches = filter(after);
    if (!matched && !matches) return [];
    return [{ change, transition: !matched ? 'appear' : matches ? 'update' : 'disappear' }];
  });
}

function match({ request, transaction, only }: Extract<ToMatcher, { kind: 'match' }>): FromMatcher {
  const hits = [...filters]
    .filter(([listener]) => only === null || listener === only)
    .map(([listener, filter]): [number, Hit[]] => {
      Atomics.store(evaluating, 0, listener);
      return [listener, hitsOf(filter, transaction)];
    })
    .filter(([, found]) => found.length > 0);
  Atomics.store(evaluating, 0, 0);
  return { kind: 'matched', request, hits };
}

parentPort?.on('message', (message: ToMatcher) => {
  if (message.kind === 'add') parentPort?.postMessage(add(message));
  else if (message.kind === 'remove') filters.delete(message.listener);
  else parentPort?.postMessage(match(message));
});
