/** @module-tag protect */
import { beforeEach, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { startOfDay } from '#web/contracts/india.ts';
import { seeCondition } from '#web/database/conditions.ts';
import { runJob } from '#web/database/jobs.ts';
import { addWeeklyLetter } from '#web/jobs/weekly-letter.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openRetainerLedger } from './retainer-ledger.ts';

const house = await openRetainerLedger(await createRunDatabase());
const { clock, db, payments, other } = house;
const owners = ['owner@example.com', 'partner@example.com'];
const at = (text: string) => startOfDay(text.slice(0, 10), text.slice(11));
const ending = { _id: 'rule-1', _type: 'tenderRule', name: 'Deposit rule' };

/** Runs the job as `runJob` does, in two processes at once. */
async function run({ to = owners.join(', '), on = '2026-10-20', dies = false } = {}) {
  const settings = readSettings({ ...house.environment, WEEKLY_LETTER_TO: to });
  const work = [payments, other].map(({ db }) => ({ db, settings, now: () => clock.at }));
  const runOne = (one: (typeof work)[number]) =>
    runJob(one.db, { name: 'weekly letter', every: 1, now: one.now }, async (since) => {
      await addWeeklyLetter(one, since, () => Promise.resolve([{ ...ending, on }]));
      if (dies) throw new Error('killed');
    });
  await Promise.allSettled(work.map(runOne));
  const letters = await db.selectFrom('outbox').selectAll().where('kind', '=', 'weekly-letter').execute();
  return letters.map(({ recipient, text }) => ({ recipient, text: text ?? '' }));
}
const past = '2026-10-01';

beforeEach(async () => {
  for (const table of ['outbox', 'jobs', 'visits', 'conditions'] as const)
    await db.deleteFrom(table).execute();
});

test('each owner gets one letter a week, with two processes, restarts and days of downtime', async () => {
  clock.at = at('2026-10-16T12:00');
  expect(await run()).toEqual([]);
  clock.at = at('2026-10-19T08:59');
  expect(await run()).toEqual([]);
  clock.at = at('2026-10-19T09:00');
  await run({ dies: true });
  clock.at += 120_000;
  const letters = await run();
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual(owners);
  clock.at = at('2026-10-22T09:00');
  expect(await run()).toHaveLength(2);
  // The site was off until Wednesday.
  clock.at = at('2026-10-28T15:00');
  expect(await run({ on: '2026-10-30' })).toHaveLength(4);
  clock.at = at('2026-10-31T15:00');
  expect(await run({ on: '2026-10-31' })).toHaveLength(4);
});

test('a week without news has no letter, and nobody gets one without an address', async () => {
  clock.at = at('2026-10-16T12:00');
  await run({ on: past });
  clock.at = at('2026-10-19T10:00');
  expect(await run({ on: past })).toEqual([]);
  await db.deleteFrom('jobs').execute();
  clock.at = at('2026-10-16T12:00');
  await run({ to: '' });
  clock.at = at('2026-10-19T10:00');
  expect(await run({ to: '' })).toEqual([]);
});

test('the letter has a line with a link for everything that happened', async () => {
  clock.at = at('2026-10-14T12:00');
  const count = { day: '2026-10-14', path: '/contact', kind: 'enquiry' as const };
  const sources = [
    { ...count, source: 'google / organic', times: 2 },
    { ...count, source: '', times: 1 },
    { ...count, source: 'too early', day: '2026-10-11', times: 9 },
  ];
  await db.insertInto('visits').values(sources).execute();
  const applicant = { name: 'Asha', phone: '98765 43210', email: 'asha@example.in', message: '', note: '' };
  const application = { ...applicant, opening_id: 'a', opening: 'Writer', file_size: 1, erase_at: '2027' };
  const days = ['2026-10-11T18:29', '2026-10-11T18:30', '2026-10-18T18:29', '2026-10-18T18:30'];
  await db
    .insertInto('applications')
    .values(
      days.map((id) => ({
        ...{ ...application, id, request_key: id, digest: id, created_at: `${id}:00.000Z` },
        ...{ file_type: 'pdf', state: 'new' },
      })),
    )
    .execute();
  await house.pay('ELSEWHERE', 120_000);
  const overdue = await house.makeBill(100_000, { due_on: '2026-10-18' });
  await house.pay(overdue.bill_number, 40_000, overdue.id);
  const undated = await house.makeBill(30_000);
  const due = await house.makeBill(50_000, { due_on: '2026-10-25' });
  await house.makeBill(70_000, { due_on: '2026-10-26' });
  await house.set({ bill_day: 21 });
  const condition = { place: '', subject: '', detail: '', began_at: '2026-10-15T10:00:00.000Z' };
  await seeCondition(db, { ...condition, kind: 'ledger-differs', due_at: condition.began_at }, clock.at);
  await run();
  clock.at = at('2026-10-19T09:30');
  const [letter] = await run();
  const paragraphs = (letter?.text ?? '').split('\n\n').slice(1);
  const expected: [string, RegExp][] = [
    ['/studio/visits', /3, 2 from google \/ organic, 1 from an unknown source/],
    ['/studio/applications', /Applications: 2, 2 for Writer/],
    ['/studio/payments/payments', /₹1,600\.00/],
    ['/studio/payments/owing', new RegExp(`2, ₹900\\.00 .*${undated.bill_number} .*${overdue.bill_number}`)],
    ['/studio/payments/links', new RegExp(`1, ₹500\\.00 .*${due.bill_number}`)],
    ['/studio/payments/retainers', /1 \(₹500\.00 on 21 October 2026 for Asha Verma\)/],
    ['/studio/start', /The ledger differs/],
    ['/studio/intent/edit/id=rule-1;type=tenderRule/', /Deposit rule, last day 20 October 2026/],
  ];
  expect(paragraphs).toHaveLength(expected.length);
  for (const [index, [path, text]] of expected.entries()) {
    expect(paragraphs[index]).toMatch(text);
    expect(paragraphs[index]?.split('\n')[1]).toBe(payments.settings.siteUrl + path);
  }
});
