/** @module-tag protect */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { moment } from '#web/database/moment.ts';
import { openForm } from '#web/http/form-dependencies.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { mailNow } from '#web/jobs/jobs.ts';
import { openPayments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { retention } from '../../support/retention.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { enquiry, owner, store } from './enquiries.ts';

const day = 24 * 3_600_000;

const databaseUrl = await createRunDatabase();
const folder = temporaryFolder();
const mail = await closeAfterwards(startMailServer());
let clock = Date.now();
const environment = {
  RAZORPAY_KEY_ID: 'rzp_test_x',
  RAZORPAY_KEY_SECRET: 's',
  RAZORPAY_WEBHOOK_SECRET: 'w',
  DATA_DIR: folder,
  SITE_URL: 'https://www.example.com',
  SMTP_URL: mail.url,
  MAIL_FROM: 'Example Agency <bills@example.com>',
  DATABASE_URL: databaseUrl,
};
const opened = await openPayments(paymentSettings(readSettings(environment)));
afterAll(() => opened.db.destroy());
const payments = { ...opened, now: () => clock };
const enquiries = { ...openForm(opened.db, readSettings(environment), 'enquiries'), now: () => clock };
beforeEach(async () => {
  await payments.db.deleteFrom('outbox').execute();
  await payments.db.deleteFrom('enquiries').execute();
  mail.received.length = 0;
  mail.responses.message = undefined;
});
const all = () => payments.db.selectFrom('enquiries').selectAll().orderBy('created_at').execute();

test("an enquiry is stored as typed, and its e-mail has the visitor's address for replies", async () => {
  expect(await store(enquiries)).toBe('stored');
  expect(await all()).toMatchObject([
    { ...enquiry, began_on: '/seo-sem', state: 'new', note: '', erase_at: moment(clock + 90 * day) },
  ]);
  await mailNow(payments);
  const [copy, ...others] = mail.to(owner);
  expect(others).toEqual([]);
  expect(copy?.header('Subject')).toBe('New enquiry from the website');
  expect(copy?.header('Reply-To')).toBe('asha@example.in');
  for (const text of [
    `Message: ${enquiry.message}`,
    'Service: Gulf Tenders',
    'Began on:\nhttps://www.example.com/seo-sem',
    'https://www.example.com/studio/enquiries',
  ])
    expect(copy?.text.replaceAll('\r\n', '\n')).toContain(text);
});

test('the same form is stored once, however often and from wherever it is sent, also past midnight', async () => {
  clock = Date.parse('2026-03-01T23:59:59.000Z');
  await Promise.all(Array.from({ length: 8 }, () => store(enquiries)));
  clock += 2_000;
  await store(enquiries, { message: enquiry.message.replace('\n', '\r\n') });
  expect(await all()).toHaveLength(1);
  await mailNow(payments);
  await mailNow(payments);
  expect(mail.to(owner)).toHaveLength(1);
  // Somebody may send the same form again after two days.
  clock += 2 * day;
  await store(enquiries);
  expect(await all()).toHaveLength(2);
});

test('headers, markup and control characters stay text', async () => {
  const hostile = {
    name: 'A\r\nBcc: b@example.com',
    email: 'a@example.com\r\nBcc: b@example.com',
    company: '<script>alert(1)</script>',
    message: '\u0000\u202eevil\ud800 <img src=x onerror=alert(1)>',
  };
  expect(await store(enquiries, hostile)).toBe('stored');
  await mailNow(payments);
  const [copy] = mail.to(owner);
  expect(copy?.recipients).toEqual([owner]);
  expect(copy?.header('Bcc')).toBeUndefined();
  expect(copy?.header('Reply-To')).toBeUndefined();
  expect(copy?.html).not.toMatch(/<(script|img)/);
  expect(copy?.html).toContain('&lt;img src=x');
  const [stored] = await all();
  expect(stored?.message).toBe('evil\ufffd <img src=x onerror=alert(1)>');
});

test('an enquiry is erased on the promised day, with its e-mail', async () => {
  await store(enquiries, { message: 'to be forgotten soon' });
  clock += 89 * day;
  await store(enquiries, { message: 'later' });
  await erasePersonalData(payments.db, retention(2922), clock);
  expect(await all()).toHaveLength(2);
  clock += day;
  await erasePersonalData(payments.db, retention(2922), clock);
  expect(await all()).toMatchObject([{ message: 'later' }]);
  const texts = await payments.db.selectFrom('outbox').select('text').execute();
  expect(texts.map(({ text }) => text?.includes('later'))).toEqual([true]);
  if (databaseUrl) return;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      expect(readFileSync(path.join(file.parentPath, file.name)).includes('to be forgotten soon')).toBe(
        false,
      );
});

test('a process that is killed while storing and mailing loses and duplicates nothing', async () => {
  clock = Date.now();
  const begun = new Set<string>();
  const reported = new Set<string>();
  for (const round of [1, 2]) {
    const child = spawn(
      process.execPath,
      ['tests/integration/enquiries/store-until-killed.ts', `round ${round}`],
      {
        env: { ...process.env, ...environment },
      },
    );
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      // An enquiry never exists without its e-mail.
      const halves = payments.db
        .selectFrom('enquiries')
        .select('message')
        .where('id', 'not in', (is) =>
          is.selectFrom('outbox').select((one) => one.fn.coalesce('enquiry_id', one.val('')).as('id')),
        );
      expect(await halves.execute()).toEqual([]);
      if (output.includes('stored') && output.split('stored').length > 3 * round) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    for (const [, word, message = ''] of output.matchAll(/^(begun|stored) (.*)\n/gm))
      (word === 'begun' ? begun : reported).add(message);
  }
  const stored = (await all()).map(({ message }) => message);
  for (const message of reported) expect(stored).toContain(message);
  // The browsers received no response to the last enquiries and send them again.
  for (const message of begun) await store(enquiries, { message });
  expect((await all()).map(({ message }) => message).sort()).toEqual([...begun].sort());

  // The mail server accepts a message and the process ends before the response.
  const taken = Promise.withResolvers<void>();
  mail.responses.message = async () => {
    taken.resolve();
    return undefined;
  };
  const mailer = spawn(process.execPath, ['web/jobs/commands.ts', 'mail'], {
    env: { ...process.env, ...environment },
  });
  await taken.promise;
  mailer.kill('SIGKILL');
  await once(mailer, 'exit');
  clock += 11 * 60_000;
  await mailNow(payments);
  const ids = mail.to(owner).map((copy) => copy.header('Message-ID'));
  expect(new Set(ids).size).toBe(begun.size);
  // SMTP cannot prevent a second copy. It has the same Message-ID, so mail systems drop it.
  expect(ids.length - begun.size).toBeLessThanOrEqual(1);
  const states = await payments.db.selectFrom('outbox').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'sent' }]);
});
