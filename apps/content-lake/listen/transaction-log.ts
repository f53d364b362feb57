import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { approximateJsonLength } from '../query/json-length.ts';
import { draftId, publishedId, type SanityDocument } from '../store/document.ts';
import { StoredDocuments } from '../store/documents.ts';
import type { History } from '../store/history.ts';
import { openReadOnly } from '../store/open.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { megabyte, second } from '../units.ts';

/** Limits of the cache, in characters and milliseconds. Streams at the same position share cached transactions. */
const cacheLimits = { max: 32 * megabyte, ttl: 5 * second };

/** Position before the first transaction. No transaction has this id. */
const beginning = '*';

/** Turns transactions into the events of one stream. `seq` is the stream's position in the log. */
export type Cursor = {
  seq: number;
  greeting: string;
  /** Returns the text of a transaction's events, possibly empty. Throws a LakeError if it takes too long. */
  eventsOf(transaction: CommittedTransaction): string;
};

export class TransactionLog {
  /** Sequence number of the newest transaction that the server thread has seen. */
  seq: number;
  readonly #db: Database.Database;
  readonly #documents: StoredDocuments;
  readonly #history: History;
  readonly #cache = new LRUCache<number, CommittedTransaction>({
    maxSize: cacheLimits.max,
    // A transaction above the limit is cached too, but then nothing else is.
    sizeCalculation: ({ changes }) => Math.min(approximateJsonLength(changes), cacheLimits.max),
    ttl: cacheLimits.ttl,
    ttlAutopurge: true,
  });

  constructor(file: string, seq: number) {
    this.seq = seq;
    this.#db = openReadOnly(file);
    this.#documents = new StoredDocuments(this.#db);
    this.#history = this.#documents.history;
  }

  /** Returns the next transaction, or undefined if it was pruned. */
  after(seq: number): CommittedTransaction | undefined {
    const known = this.#cache.get(seq + 1);
    if (known) return known;
    const found = this.#history.at(seq + 1) ?? undefined;
    if (found) this.#cache.set(found.seq, found);
    return found;
  }

  get newest(): string {
    return this.after(this.seq - 1)?.id ?? beginning;
  }

  /** Returns a transaction's sequence number. Null if more than `max` transactions follow or one of them was pruned. */
  resume(transactionId: string, max: number): number | null {
    const seq = transactionId === beginning ? 0 : this.#history.seqOf(transactionId);
    if (seq === null || this.seq - seq > max) return null;
    return this.#history.count(seq, this.seq) === this.seq - seq ? seq : null;
  }

  /** Returns the published document, the draft and all versions of each document, in their newest states. */
  allLayersOf(ids: string[]): SanityDocument[] {
    if (ids.length === 0) return [];
    const published = new Set(ids.map(publishedId));
    const versions = this.#documents.idsFrom('versions.').filter((id) => published.has(publishedId(id)));
    const all = [...published, ...[...published].map(draftId), ...versions];
    return all.flatMap((id) => this.#documents.get(id) ?? []);
  }

  close() {
    this.#cache.clear();
    this.#db.close();
  }
}
