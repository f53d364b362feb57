import { afterAll } from 'vitest';
import { type Postgres, startPostgres } from './postgres.ts';

/** The server of the running test file. */
let server: Promise<Postgres> | undefined;

/**
 * Creates a ledger's database and returns its address, or an empty text, which means SQLite. The project
 * `endurance-postgres` repeats the files that use this on PostgreSQL. Call it first at the top of a file: the server stops
 * after the file.
 */
export async function createRunDatabase(): Promise<string> {
  if (process.env.TEST_LEDGER !== 'PostgreSQL') return '';
  return (await startServer()).createDatabase();
}

/** Copies a database as a backup does, and returns the copy's address. */
export const copyRunDatabase = async (address: string) => (await startServer()).copyDatabase(address);

function startServer(): Promise<Postgres> {
  if (!server) {
    const started = startPostgres();
    server = started;
    afterAll(async () => {
      server = undefined;
      await (await started).stop();
    });
  }
  return server;
}
