import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { History } from '../store/history.ts';
import { openToRead } from '../store/open.ts';
import type { CommittedTransaction } from '../store/transaction.ts';

/** Documents in transactions that readers at the same place share, and for how many milliseconds. */
const kept = { max: 10_000, ttl: 5_000 };

/** Stands for the place before the first transaction; no transaction has this id. */
const beginning = '*';

/** Where one stream stands in the log, and what it tells. */
export type Cursor = {
  /** The last transaction that was told. */
  seq: number;
  /** What the stream begins with. */
  greeting: string;
  /** The events of a transaction, empty where none concerns the reader. Throws a LakeError if it takes too long. */
  eventsOf(transaction: CommittedTransaction): string;
};

/** A dataset's log as a thread of its own reads it. */
export class Log {
  /** The newest transaction that may be told: the server's thread knows of it. */
  seq: number;
  readonly #db: Database.Database;
  readonly #history: History;
  readonly #kept = new LRUCache<number, CommittedTransaction>({
    maxSize: kept.max,
    // The largest one is kept as well, alone.
    sizeCalculation: ({ changes }) => Math.min(Math.max(changes.length, 1), kept.max),
    ttl: kept.ttl,
    ttlAutopurge: true,
  });

  constructor(file: string, seq: number) {
    this.seq = seq;
    this.#db = openToRead(file);
    this.#history = new History(this.#db);
  }

  /** The transaction that follows on another; undefined where history was forgotten. */
  after(seq: number): CommittedTransaction | undefined {
    const known = this.#kept.get(seq + 1);
    if (known) return known;
    const found = this.#history.at(seq + 1) ?? undefined;
    if (found) this.#kept.set(found.seq, found);
    return found;
  }

  /** The id of the newest transaction that may be told. */
  get newest(): string {
    return this.after(this.seq - 1)?.id ?? beginning;
  }

  /** The number of a transaction after which at most `max` others follow, none of them forgotten; null otherwise. */
  resume(transactionId: string, max: number): number | null {
    const seq = transactionId === beginning ? 0 : this.#history.seqOf(transactionId);
    if (seq === null || this.seq - seq > max) return null;
    return this.#history.count(seq, this.seq) === this.seq - seq ? seq : null;
  }

  close() {
    this.#kept.clear();
    this.#db.close();
  }
}
