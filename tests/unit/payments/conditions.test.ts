/** @module-tag protect */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ruleNoticeDays } from '#schemas/days.ts';
import { readSettings } from '#settings';
import { dayInIndia } from '#web/contracts/india.ts';
import { listConditions } from '#web/database/conditions.ts';
import { recordRun, runJob } from '#web/database/jobs.ts';
import { runChecks } from '#web/jobs/checks.ts';
import { isEverybodyNotified, watch, withFailureRecord } from '#web/jobs/watch.ts';
import { readToday } from '#web/payments/back-office/today.ts';
import { storeReport } from '#web/payments/ledger/reports.ts';
import { receiveWebhook } from '#web/payments/sync/webhook.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { serveContent } from '../../support/content-api.ts';
import { listen } from '../../support/listen.ts';
import { resetModules } from '../../support/reset-modules.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openTestMail } from './test-mail.ts';

const minute = 60_000;
const owner = 'owner@example.com';

/** Notices that the webhook accepted. While `isDown`, it refuses them. */
const hook = { notices: [] as { title: string; text: string }[], isDown: false };
const server = createServer(async (request, response) => {
  if (!hook.isDown) hook.notices.push(JSON.parse(await text(request)));
  response.writeHead(hook.isDown ? 503 : 200).end();
});
await closeAfterwards(Promise.resolve({ close: () => server.close() }));
const post = await openTestMail(await createRunDatabase(), {
  ALERTS_TO: owner,
  ALERTS_WEBHOOK: `http://127.0.0.1:${await listen(server)}`,
  SITE_URL: 'http://localhost:1',
});
const work = (db = post.db) => ({
  db,
  settings: readSettings(post.environment),
  now: () => post.clock.at,
});
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
vi.spyOn(console, 'warn').mockImplementation(() => undefined);
afterAll(() => void vi.restoreAllMocks());

/** Lets time pass, in steps. After each, every process checks everything. Then the site sends its mail. */
async function pass(minutes: number, { step = minutes, who = [work()] } = {}) {
  for (let passed = 0; passed < minutes; passed += step) {
    post.clock.at += step * minute;
    await Promise.all(who.map(async (one) => watch(one, await runChecks(one))));
  }
  await post.send();
}
const fail = (name = 'sweep', reason = 'Gateway: unauthorised (401)') =>
  withFailureRecord(work(), name, () => Promise.reject(new Error(reason))).catch(() => undefined);
const succeed = (name = 'sweep') => withFailureRecord(work(), name, () => Promise.resolve());
const open = async () => (await listConditions(post.db, post.clock.at)).map(({ kind }) => kind).sort();
const titles = () => hook.notices.map(({ title }) => title.split(': ').slice(1).join(': '));

beforeEach(async () => {
  for (const table of ['conditions', 'outbox', 'reports', 'jobs'] as const)
    await post.db.deleteFrom(table).execute();
  post.reset();
  hook.notices = [];
  hook.isDown = false;
  log.mockClear();
});

test('a quiet day notifies nobody', async () => {
  await pass(24 * 60, { step: 4 * 60 });
  expect([post.mail.received, hook.notices, await open()]).toEqual([[], [], []]);
});

test('a job that fails for an hour is reported once, reminded of daily, and once more when it runs again', async () => {
  await fail();
  await pass(59);
  expect([await open(), hook.notices, post.mail.received]).toEqual([[], [], []]);
  await fail();
  await pass(1);
  expect(titles()).toEqual(['A job has been failing for an hour']);
  expect(hook.notices[0]?.text).toMatch(/sweep: Gateway: unauthorised \(401\)/);
  expect((await readToday(post.payments)).conditions).toMatchObject([{ severity: 'error' }]);
  for (let hours = 0; hours < 23; hours += 1) {
    await fail();
    await pass(60);
  }
  expect(hook.notices).toHaveLength(1);
  await fail();
  await pass(60);
  expect(hook.notices).toHaveLength(2);
  await succeed();
  await pass(1);
  await pass(60);
  expect(titles()).toEqual([
    ...['A job has been failing for an hour', 'A job has been failing for an hour'],
    'Over: A job has been failing for an hour',
  ]);
  expect(post.subjectsTo(owner)).toHaveLength(3);
  expect(log.mock.calls.filter(([line]) => /"error".*"kind":"job-fails"/.test(line))).toHaveLength(2);
});

test('what begins together is one message, and two processes send it once', async () => {
  for (const name of ['sweep', 'messages', 'reminders']) await fail(name);
  const other = await post.openWith();
  try {
    await pass(60, { who: [work(), work(other.db), work()] });
    expect(titles()).toEqual(['A job has been failing for an hour, and 2 more']);
    expect(post.subjectsTo(owner)).toHaveLength(1);
    for (const name of ['sweep', 'messages', 'reminders']) await succeed(name);
    await pass(1, { who: [work(), work(other.db), work()] });
    expect(titles()).toHaveLength(2);
  } finally {
    await other.db.destroy();
  }
});

test('a webhook that was down is told later, and meanwhile the timer knows that nobody was reached', async () => {
  hook.isDown = true;
  const isReached = async () => isEverybodyNotified(work());
  await fail();
  post.mail.responses.recipient = () => '550 5.7.1 refused by policy';
  await pass(60);
  await fail();
  await pass(1);
  await pass(15);
  expect(await open()).toEqual(expect.arrayContaining(['job-fails', 'mail-fails']));
  expect([await isReached(), hook.notices, post.mail.received]).toEqual([false, [], []]);
  hook.isDown = false;
  await pass(60);
  expect(titles().sort()).toEqual(['A job has been failing for an hour', 'E-mails are not delivered']);
  const texts = hook.notices.map((one) => one.text).join();
  expect(texts).toContain('550 5.7.1 refused by policy');
  expect(texts).not.toContain(owner);
  expect(await isReached()).toBe(true);
  post.mail.responses.recipient = undefined;
  await succeed();
  await pass(4 * 60);
  await pass(1);
  expect(await open()).toEqual([]);
});

test('a payment without a webhook or a confirmation is reported after 15 minutes', async () => {
  const order = await post.order();
  await storeReport(post.db, order.id, 'pay_reported', post.clock.at);
  await pass(1);
  await pass(14);
  expect(await open()).toEqual([]);
  await pass(1);
  expect(hook.notices[0]?.text).toContain(order.id);
  await post.report(order.id, { id: 'pay_reported' });
  await receiveWebhook(post.payments, Buffer.from('{}'), new Headers({ 'x-razorpay-signature': 'wrong' }));
  await pass(16);
  expect(await open()).toEqual(['webhooks-silent']);
  expect(hook.notices.at(-1)?.text).toMatch(/arrived: never.* wrong signature/);
  await recordRun(post.db, 'webhook', post.clock.at);
  await pass(1);
  expect(await open()).toEqual([]);
});

test('a sweep that finds a difference or a wrong clock is reported', async () => {
  const sweep = (name: string, report: object) =>
    runJob(post.db, { name, every: 0, now: () => post.clock.at }, async () => report);
  await recordRun(post.db, 'webhook', post.clock.at);
  await sweep('daily sweep', { differ: ['pay_1'] });
  await pass(1);
  expect(await open()).toEqual(['ledger-differs']);
  const order = await post.order();
  post.clock.at -= 60 * minute;
  await pass(1);
  expect(await open(), 'the clock is behind').toEqual([]);
  await pass(5);
  expect(await open()).toEqual(['clock']);
  expect(hook.notices.at(-1)?.text).toContain('in the future');
  post.clock.at = Date.parse(order.created_at) + minute;
  await sweep('daily sweep', { differ: [] });
  await pass(1);
  expect(await open()).toEqual([]);
});

test('a tender rule that is about to end is reported once, until it is renewed', async () => {
  await recordRun(post.db, 'webhook', post.clock.at);
  const day = 24 * 60 * minute;
  const until = (days: number) => dayInIndia(post.clock.at + days * day);
  const rule = { _id: 'rule', _type: 'tenderRule', name: 'Deposit', until: until(ruleNoticeDays + 1) };
  const { url, close } = await serveContent([rule]);
  onTestFinished(close);
  vi.stubEnv('SANITY_PROJECT_ID', 'test');
  vi.stubEnv('SANITY_API_HOST', url);
  onTestFinished(() => void vi.unstubAllEnvs());
  // Settings are read once per process.
  resetModules();
  const { runChecks: check } = await import('#web/jobs/checks.ts');
  const checkAfter = async (days: number) => {
    post.clock.at += days * day;
    await watch(work(), await check(work()));
    await post.send();
  };
  await checkAfter(0);
  expect(titles()).toEqual([]);
  await checkAfter(1);
  await checkAfter(0.5);
  expect(titles()).toEqual(['Content is about to end']);
  expect(hook.notices[0]?.text).toContain(`Deposit: last day ${rule.until}`);
  rule.until = until(365);
  await checkAfter(0.1);
  await checkAfter(0.1);
  expect(titles()).toEqual(['Content is about to end', 'Over: Content is about to end']);
});
