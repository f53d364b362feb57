import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { openDatabase } from '#web/database/database.ts';
import { recordRun } from '#web/database/jobs.ts';
import type { Database } from '#web/database/tables.ts';
import { clockProblem, newestInLedger } from '#web/jobs/clock.ts';

const day = 24 * 3_600_000;
const start = Date.parse('2026-03-31T12:00:00Z');
const settings = readSettings({
  RAZORPAY_KEY_ID: 'rzp_test_abcdefghijklmn',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook secret',
});

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
  db = await openDatabase({ folder });
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const nobody = async () => undefined;
const doubtAt = (time: number, options: Parameters<typeof clockProblem>[1] = {}) =>
  clockProblem({ db, settings, now: () => time }, { otherClock: nobody, ...options });

test('without another clock, the ledger must have been used within two weeks', async () => {
  expect(await doubtAt(start)).toBeUndefined();
  expect(await doubtAt(start + 6 * day)).toBeUndefined();
  expect(await doubtAt(start + 21 * day)).toMatch(
    /^This machine's clock says 2026-04-21.* last used on 2026-04-06.*--clock-is-right$/,
  );
  // A time in doubt is not stored, however often it is checked.
  expect(await doubtAt(start + 21 * day)).toBeDefined();
  expect(await doubtAt(start + 8 * day)).toBeUndefined();
});

test('runs of other jobs under a clock that is ahead do not make it trusted', async () => {
  await doubtAt(start);
  await recordRun(db, 'sweep', start + 365 * day);
  expect(await doubtAt(start + 365 * day)).toBeDefined();
  expect(await newestInLedger(db)).toBe(start + 365 * day);
});

test('a ledger of an earlier release was last used when its newest row was written', async () => {
  await recordRun(db, 'sweep', start);
  expect(await doubtAt(start + 365 * day)).toMatch(/last used on 2026-03-31/);
});

test('an administrator may confirm the clock', async () => {
  await doubtAt(start);
  expect(await doubtAt(start + 365 * day, { isClockConfirmed: true })).toBeUndefined();
  expect(await doubtAt(start + 366 * day)).toBeUndefined();
});

test("another machine's clock decides, even against an administrator's confirmation", async () => {
  const at = (time: number) => ({ otherClock: async () => ({ whose: "Razorpay's", time }) });
  await doubtAt(start);
  expect(await doubtAt(start + 365 * day, at(start + 365 * day))).toBeUndefined();
  expect(await doubtAt(start + 366 * day, { ...at(start), isClockConfirmed: true })).toMatch(
    /^This machine's clock says 2027-04-01.*Razorpay's clock says 2026-03-31.*timedatectl set-ntp true$/,
  );
});
