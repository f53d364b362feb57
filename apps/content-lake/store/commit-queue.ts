import type Database from 'better-sqlite3';
import { FairQueue } from '../fair-queue.ts';

type Job = {
  author: string;
  /** Runs the job. Returns a callback that reports success, to be called once the transaction is on disk. */
  run: () => () => void;
  fail: (error: unknown) => void;
};

/** Milliseconds after which a shared transaction accepts no more jobs. */
const maxBatchTime = 50;

/** Runs jobs in shared SQLite transactions, each in a savepoint. Settles them once the transaction is on disk. */
export function commitQueue(db: Database.Database) {
  const waiting = new FairQueue<Job>();
  let isFlushing = false;

  function flush() {
    const taken: Job[] = [];
    const done: (() => void)[] = [];
    try {
      db.exec('BEGIN IMMEDIATE');
      const until = performance.now() + maxBatchTime;
      while (performance.now() < until) {
        const job = waiting.take();
        if (!job) break;
        const start = performance.now();
        taken.push(job);
        db.exec('SAVEPOINT request');
        try {
          done.push(job.run());
        } catch (error) {
          // After a disk error SQLite has rolled everything back.
          if (!db.inTransaction) throw error;
          db.exec('ROLLBACK TO request');
          job.fail(error);
        }
        db.exec('RELEASE request');
        waiting.charge(job.author, performance.now() - start);
      }
      db.exec('COMMIT');
      for (const settle of done) settle();
    } catch (error) {
      // If `BEGIN` failed, it would fail for all waiting jobs too.
      if (taken.length === 0) for (let job = waiting.take(); job; job = waiting.take()) taken.push(job);
      if (db.inTransaction) db.exec('ROLLBACK');
      for (const job of taken) job.fail(error);
    }
    isFlushing = !waiting.isEmpty;
    if (isFlushing) setImmediate(flush);
  }

  return <T>(author: string, job: () => T): Promise<T> =>
    new Promise((resolve, fail) => {
      const run = () => {
        const value = job();
        return () => resolve(value);
      };
      waiting.add(author, { author, run, fail });
      if (!isFlushing) setImmediate(flush);
      isFlushing = true;
    });
}
export type CommitQueue = ReturnType<typeof commitQueue>;
