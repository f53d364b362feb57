import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { findOrder, insertOrder, matchesBill } from '#web/payments/ledger/orders.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { startPostgres } from '../../support/postgres.ts';
import { bill, gatewayOrder, now } from './samples.ts';

const postgres = await closeAfterwards(startPostgres());

describe.each(['SQLite', 'PostgreSQL'])('the ledger on %s', (kind) => {
  const folder = temporaryFolder();
  let place: { folder: string; databaseUrl?: string };
  let db: Database;

  beforeAll(async () => {
    place = kind === 'SQLite' ? { folder } : { folder, databaseUrl: await postgres.createDatabase() };
    db = await openDatabase(place);
  });
  afterAll(() => db.destroy());
  const order = (requestKey?: string, at = now) =>
    insertOrder(db, gatewayOrder(), bill, { requestKey, now: at });

  test('keeps its data when it is reopened', async () => {
    const stored = await order();
    const again = await openDatabase(place);
    const read = await findOrder(again, stored.id);
    await again.destroy();
    expect(read).toEqual(stored);
    expect(read && matchesBill(read, bill)).toBe(true);
    expect(stored.receipt_token).toMatch(/^[\w-]{22}$/);
    expect(stored.created_at).toBe('2026-03-01T10:00:00.000Z');
  });

  test('several processes may open a new one at once', async () => {
    const another =
      kind === 'SQLite'
        ? { folder: path.join(folder, 'another') }
        : { folder, databaseUrl: await postgres.createDatabase() };
    const command = `const { openDatabase } = await import('./web/database/database.ts');
      await (await openDatabase(${JSON.stringify(another)})).destroy();`;
    const run = promisify(execFile);
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, ['-e', command])));
  });

  test.runIf(kind === 'SQLite')(
    'a transaction that reads first is not overtaken by another process',
    async () => {
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('orders').selectAll().limit(1).execute();
        const other = new SQLite(path.join(folder, 'payments.sqlite'), { timeout: 0 });
        expect(() => other.exec('update orders set status = status')).toThrow('locked');
        other.close();
        await trx.updateTable('orders').set({ status: 'paid' }).where('id', '=', 'none').execute();
      });
    },
  );
});
