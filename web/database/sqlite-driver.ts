import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { second } from '#web/contracts/durations.ts';

/** How long a query waits for another process's lock, the same as PostgreSQL's `statement_timeout`. */
const longestWait = 10 * second;

const isLocked = (error: unknown) =>
  error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Retries `query` while another process holds the lock. Rejects after 10 seconds. SQLite's own wait would block this
 * process's event loop and with it every request.
 */
async function retryWhileLocked<Result>(query: () => Promise<Result> | Result): Promise<Result> {
  const until = performance.now() + longestWait;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() > until)
        throw new Error(
          `Another program has locked payments.sqlite or counters.sqlite for ${longestWait / second} seconds`,
          { cause: error },
        );
    }
    await wait(Math.min(5 * attempt, 100));
  }
}

/** A mutex: waits until it is free. Resolves to the function that unlocks it. */
type Lock = () => Promise<() => void>;

/** Creates a mutex. Callers get the mutex in the order of their calls. */
function createMutex(): Lock {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** One caller's use of the shared connection. Holds the mutex for a whole transaction, or for a single query. */
class SharedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #lock: Lock;
  #unlock: (() => void) | undefined;

  constructor(connection: DatabaseConnection, lock: Lock) {
    this.#connection = connection;
    this.#lock = lock;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Each attempt unlocks the mutex at its end, so others can read even while nobody can write.
    return retryWhileLocked(async () => {
      const unlock = this.#unlock ?? (await this.#lock());
      let isInTransaction = this.#unlock !== undefined && query.sql !== 'rollback';
      try {
        const result = await this.#connection.executeQuery<Row>(query);
        isInTransaction = query.sql === 'begin' || (isInTransaction && query.sql !== 'commit');
        return result;
      } finally {
        this.#unlock = isInTransaction ? unlock : undefined;
        if (!isInTransaction) unlock();
      }
    });
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported, because a stream would block the shared connection.');
  }
}

class SharedDriver extends SqliteDriver {
  readonly #lock = createMutex();

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(await super.acquireConnection(), this.#lock);
  }
}

/** Lets Kysely hand out the connection while another query waits for a lock. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** Creates a dialect for SQLite on one connection that never blocks the event loop. `open` must use `timeout: 0`. */
export const nonBlockingSqlite = (open: () => SqliteDatabase): Dialect => ({
  createDriver: () => new SharedDriver({ database: () => retryWhileLocked(open) }),
  createAdapter: () => new SharedAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});
