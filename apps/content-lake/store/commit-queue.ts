import type Database from 'better-sqlite3';

type Job = {
  /** Authors take turns. */
  author: string;
  /** Returns a callback that reports success, once that is on disk. */
  run: () => () => void;
  fail: (error: unknown) => void;
};

/** Milliseconds after which a shared transaction takes no more jobs. */
const longestBatch = 50;

/** Resolves with the job's result once that is on disk. */
export type CommitQueue = <T>(author: string, job: () => T) => Promise<T>;

/** Runs jobs in shared SQLite transactions, each in a savepoint, and settles them once on disk. */
export function commitQueue(db: Database.Database): CommitQueue {
  const waiting: Job[] = [];
  let lastAuthor = '';

  function flush() {
    const taken: Job[] = [];
    const done: (() => void)[] = [];
    try {
      db.exec('BEGIN IMMEDIATE');
      const until = performance.now() + longestBatch;
      while (performance.now() < until) {
        const job = take();
        if (!job) break;
        taken.push(job);
        db.exec('SAVEPOINT request');
        try {
          done.push(job.run());
        } catch (error) {
          // On a disk failure SQLite has rolled everything back.
          if (!db.inTransaction) throw error;
          db.exec('ROLLBACK TO request');
          job.fail(error);
        }
        db.exec('RELEASE request');
      }
      db.exec('COMMIT');
      for (const tell of done) tell();
    } catch (error) {
      // If `BEGIN` failed, it would fail for all that wait.
      if (taken.length === 0) taken.push(...waiting.splice(0));
      if (db.inTransaction) db.exec('ROLLBACK');
      for (const job of taken) job.fail(error);
    }
    if (waiting.length > 0) setImmediate(flush);
  }

  /** Prefers another author than the last. */
  function take(): Job | undefined {
    const other = waiting.findIndex(({ author }) => author !== lastAuthor);
    const [job] = waiting.splice(Math.max(other, 0), 1);
    if (job) lastAuthor = job.author;
    return job;
  }

  return <T>(author: string, job: () => T): Promise<T> =>
    new Promise((resolve, fail) => {
      const run = () => {
        const value = job();
        return () => resolve(value);
      };
      waiting.push({ author, run, fail });
      if (waiting.length === 1) setImmediate(flush);
    });
}
