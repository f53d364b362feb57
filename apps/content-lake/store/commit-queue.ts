import type Database from 'better-sqlite3';

type Job<T> = { run: () => T; done: (value: T) => void; fail: (error: unknown) => void };

/** Runs jobs in shared SQLite transactions, each in a savepoint: all or nothing, and settled once it is on disk. */
export class CommitQueue {
  readonly #db: Database.Database;
  readonly #lost: () => void;
  readonly #waiting: Job<unknown>[] = [];
  #scheduled = false;

  /** `lost` is called when a shared transaction could not be written, after everything in it was undone. */
  constructor(db: Database.Database, lost: () => void) {
    this.#db = db;
    this.#lost = lost;
  }

  run<T>(job: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let value: T;
      this.#waiting.push({
        run: () => {
          value = job();
        },
        done: () => resolve(value),
        fail: reject,
      });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush() {
    this.#scheduled = false;
    const batch = this.#waiting.splice(0);
    const kept: Job<unknown>[] = [];
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      for (const job of batch) {
        this.#db.exec('SAVEPOINT request');
        try {
          job.run();
          kept.push(job);
        } catch (error) {
          // SQLite itself has undone everything when the disk failed.
          if (!this.#db.inTransaction) throw error;
          this.#db.exec('ROLLBACK TO request');
          job.fail(error);
        }
        this.#db.exec('RELEASE request');
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      this.#lost();
      for (const job of batch) job.fail(error);
      return;
    }
    for (const job of kept) job.done(undefined);
  }
}
