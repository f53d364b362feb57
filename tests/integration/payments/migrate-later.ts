import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from '#web/database/migrate.ts';
import { migrations } from '#web/database/migrations.ts';
import type { Tables } from '#web/database/tables.ts';

// Migrates the ledger at DATABASE_URL as a later release does: with one more migration, which changes `orders`.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
await migrate(db, 'postgres', {
  ...migrations('postgres'),
  '900-later': { up: (trx) => trx.schema.alterTable('orders').addColumn('later', 'text').execute() },
});
await db.destroy();
