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

/** Milliseconds that a query waits for a lock of another process, as PostgreSQL's `statement_timeout`. */
const longestWait = 10_000;

const isLocked = (error: unknown) =>
  error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Retries `query` while another process holds the lock. SQLite's own waiting would stop this process's event loop, and
 * with it every request. Rejects after 10 seconds.
 */
async function whileLocked<Result>(query: () => Promise<Result> | Result): Promise<Result> {
  const until = performance.now() + longestWait;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() > until)
        throw new Error(`Another program has locked the ledger for ${longestWait / 1000} seconds`, {
          cause: error,
        });
    }
    await wait(Math.min(5 * attempt, 100));
  }
}

/** Hands one connection to one caller at a time. Resolves to a function that ends the caller's turn. */
function turns(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** One caller's use of the connection. A transaction's turn lasts until it ends, any other query's until its result. */
class SharedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #takeTurn: () => Promise<() => void>;
  #endTurn: (() => void) | undefined;

  constructor(connection: DatabaseConnection, takeTurn: () => Promise<() => void>) {
    this.#connection = connection;
    this.#takeTurn = takeTurn;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Between attempts the turn is free, since others may read although nobody can write.
    return whileLocked(async () => {
      const endTurn = this.#endTurn ?? (await this.#takeTurn());
      let isOpen = this.#endTurn !== undefined && query.sql !== 'rollback';
      try {
        const result = await this.#connection.executeQuery<Row>(query);
        isOpen = query.sql === 'begin' || (isOpen && query.sql !== 'commit');
        return result;
      } finally {
        this.#endTurn = isOpen ? endTurn : undefined;
        if (!isOpen) endTurn();
      }
    });
  }

  streamQuery(): never {
    throw new Error('Results are read whole, as a stream would keep the connection from others.');
  }
}

class SharedDriver extends SqliteDriver {
  readonly #takeTurn = turns();

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(await super.acquireConnection(), this.#takeTurn);
  }
}

/** Kysely would hand out the connection only once a query that waits for another process has ended. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

/** SQLite on one connection, without a wait that stops the event loop. `open` opens the file with `timeout: 0`. */
export const waitingSqlite = (open: () => SqliteDatabase): Dialect => ({
  createDriver: () => new SharedDriver({ database: () => whileLocked(open) }),
  createAdapter: () => new SharedAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});
