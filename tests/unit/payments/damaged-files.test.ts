import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { beforeEach, expect, test, vi } from 'vitest';
import { second } from '#web/contracts/durations.ts';
import { openDatabase } from '#web/database/database.ts';
import { requireWritable } from '#web/database/writable.ts';
import { limitRate } from '#web/http/rate-limit.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';

const data = temporaryFolder();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(data, 'test-'));
});

const inFolder = (name: string) => path.join(folder, name);
const garbage = 'not a database '.repeat(1000);

/** Counts one use. Returns the seconds to wait. */
async function count(db: Awaited<ReturnType<typeof openDatabase>>): Promise<number> {
  const limit = limitRate({ db, name: 'test', secret: 's', windows: [{ milliseconds: 60_000, max: 1 }] });
  return limit.take([{ name: 'client', factor: 1 }], Date.now());
}

/** Overwrites all pages but the first, so that the file still opens. */
function damagePages() {
  const file = new SQLite(inFolder('counters.sqlite'));
  file.exec('create table if not exists rate_limits (key text primary key, uses integer, expires_at text)');
  const insert = file.prepare('insert into rate_limits values (?, 1, ?)');
  for (let row = 0; row < 500; row++) insert.run(`key ${row}`.padEnd(100, '-'), '2999-01-01T00:00:00.000Z');
  file.close();
  const bytes = readFileSync(inFolder('counters.sqlite'));
  writeFileSync(inFolder('counters.sqlite'), bytes.fill('x', 4096));
}

test.each([
  ['is no database', () => writeFileSync(inFolder('counters.sqlite'), garbage)],
  ['has damaged pages', damagePages],
])('counters whose file %s are put aside, and counting starts again', async (_, damage) => {
  damage();
  const before = readFileSync(inFolder('counters.sqlite'));
  const db = await openDatabase({ folder });
  expect(await count(db)).toBe(0);
  expect(await count(db)).toBeGreaterThan(0);
  await requireWritable(db, 'counters');
  await db.destroy();
  expect(readFileSync(inFolder('counters.sqlite.damaged'))).toHaveLength(before.length);
});

test('a damaged ledger is never replaced, and the message names its file', async () => {
  writeFileSync(inFolder('payments.sqlite'), garbage);
  await expect(openDatabase({ folder })).rejects.toThrow(inFolder('payments.sqlite'));
  expect(readFileSync(inFolder('payments.sqlite'), 'utf8')).toBe(garbage);
});

test.each(['main', 'counters'] as const)(
  'a test write fails while another program locks the file of %s',
  async (part) => {
    const db = await openDatabase({ folder });
    const file = inFolder(part === 'main' ? 'payments.sqlite' : 'counters.sqlite');
    const other = new SQLite(file);
    other.exec('begin immediate');
    // The driver gives up by the clock, which is 20 seconds later at each look.
    let later = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (later += 20 * second));
    await expect(requireWritable(db, part)).rejects.toThrow('has locked');
    clock.mockRestore();
    other.close();
    await requireWritable(db, part);
    await db.destroy();
  },
);
