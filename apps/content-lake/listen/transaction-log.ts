import { LRUCache } from 'lru-cache';
import type { Dataset } from '../store/dataset.ts';
import { draftId, publishedId, type SanityDocument } from '../store/document.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { second } from '../units.ts';

/** Number of transactions, and milliseconds, for which streams at the same position share what was read. */
const cacheLimits = { max: 8, ttl: 5 * second, ttlAutopurge: true };

/** Position before the first transaction. No transaction has this id. */
const beginning = '*';

/** An event of a stream. `data` is JSON. */
export type StreamEvent = { event?: string; id?: string; data: string };

/** Turns transactions into the events of one stream. `seq` is the stream's position in the log. */
export type Cursor = {
  seq: number;
  greeting: StreamEvent;
  toEvents(transaction: CommittedTransaction): StreamEvent[];
};

/** A dataset's transactions, as event streams read them. */
export class TransactionLog {
  readonly #dataset: Dataset;
  readonly #cache = new LRUCache<number, CommittedTransaction>(cacheLimits);

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  get seq(): number {
    return this.#dataset.seq;
  }

  /** Returns the next transaction, or undefined if it was pruned. */
  after(seq: number): CommittedTransaction | undefined {
    const found = this.#cache.get(seq + 1) ?? this.#dataset.history.at(seq + 1) ?? undefined;
    if (found) this.#cache.set(found.seq, found);
    return found;
  }

  get newest(): string {
    return this.after(this.seq - 1)?.id ?? beginning;
  }

  /** Returns a transaction's sequence number. Null if more than `max` transactions follow or one of them was pruned. */
  resume(transactionId: string, max: number): number | null {
    const { history } = this.#dataset;
    const seq = transactionId === beginning ? 0 : history.findSeq(transactionId);
    if (seq === null || this.seq - seq > max) return null;
    return history.count(seq, this.seq) === this.seq - seq ? seq : null;
  }

  /** Returns the published document, the draft and all versions of each document, in their newest states. */
  collectLayers(ids: string[]): SanityDocument[] {
    if (ids.length === 0) return [];
    const published = new Set(ids.map(publishedId));
    const versions = this.#dataset.idsFrom('versions.').filter((id) => published.has(publishedId(id)));
    const all = [...published, ...[...published].map(draftId), ...versions];
    return all.flatMap((id) => this.#dataset.get(id) ?? []);
  }
}
