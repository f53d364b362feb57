import type Database from 'better-sqlite3';

type Job = {
  /** Whose it is: authors take turns. */
  author: string;
  /** Returns what tells of its success, once that is on disk. */
  run: () => () => void;
  fail: (error: unknown) => void;
};

/** Milliseconds after which a shared transaction takes no more jobs in, so that its first ones are not kept waiting. */
const longestBatch = 50;

/** Runs jobs in shared SQLite transactions, each in a savepoint: all or nothing, and settled once it is on disk. */
export class CommitQueue {
  readonly #db: Database.Database;
  readonly #waiting: Job[] = [];
  #lastAuthor = '';

  constructor(db: Database.Database) {
    this.#db = db;
  }

  run<T>(author: string, job: () => T): Promise<T> {
    return new Promise((resolve, fail) => {
      const run = () => {
        const value = job();
        return () => resolve(value);
      };
      this.#waiting.push({ author, run, fail });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  #flush() {
    const db = this.#db;
    const taken: Job[] = [];
    const done: (() => void)[] = [];
    try {
      db.exec('BEGIN IMMEDIATE');
      const until = performance.now() + longestBatch;
      while (performance.now() < until) {
        const job = this.#take();
        if (!job) break;
        taken.push(job);
        db.exec('SAVEPOINT request');
        try {
          done.push(job.run());
        } catch (error) {
          // SQLite itself has undone everything when the disk failed.
          if (!db.inTransaction) throw error;
          db.exec('ROLLBACK TO request');
          job.fail(error);
        }
        db.exec('RELEASE request');
      }
      db.exec('COMMIT');
      for (const tell of done) tell();
    } catch (error) {
      // Where none could begin, none of those that wait could.
      if (taken.length === 0) taken.push(...this.#waiting.splice(0));
      if (db.inTransaction) db.exec('ROLLBACK');
      for (const job of taken) job.fail(error);
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#flush());
  }

  /** The next job, of another author than the last one if there is any. */
  #take(): Job | undefined {
    const other = this.#waiting.findIndex(({ author }) => author !== this.#lastAuthor);
    const [job] = this.#waiting.splice(Math.max(other, 0), 1);
    if (job) this.#lastAuthor = job.author;
    return job;
  }
}
