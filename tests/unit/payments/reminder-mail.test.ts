import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { addMessages, claimMessage } from '#web/mail/outbox.ts';
import { paymentRequest } from '#web/payments/bills/bill-texts.ts';
import { billMessage, findBillToUnsubscribe } from '#web/payments/messages/reminders.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openTestMail } from './test-mail.ts';

/** A time in India. */
const at = (day: string, time = '10:00') => Date.parse(`${day}T${time}:00+05:30`);

const post = await openTestMail(await createRunDatabase(), { PAYMENT_REMINDER_DAYS: '-3, 0, 7' });
const { payments, mail } = post;
beforeEach(() => post.reset());

let count = 0;
/** A bill over ₹1,000, made on 1 March 2026 and due on the last of it. */
async function make(due_on = '2026-03-31') {
  count += 1;
  const email = `asha-${count}@example.com`;
  post.clock.at = at('2026-03-01');
  const bill = await post.makeBill(100_000, { customer_email: email, due_on });
  return { number: bill.bill_number, email, bill };
}
/** The subjects of messages about a bill on a day. The texts themselves have a test of their own. */
const requestOn = (day: string, billNumber: string, paid = 0) => {
  const bill = { billNumber, paid, amount: 100_000, dueOn: '2026-03-31', link: 'live' } as const;
  return paymentRequest({ ...bill, state: paid ? 'part-paid' : 'open' }, day);
};
const reminderOn = (...about: Parameters<typeof requestOn>) => `Reminder: ${requestOn(...about)}`;
const run = async (moment: number, who = payments) => {
  post.clock.at = moment;
  await post.send(who);
};
test('are sent before, on and after the due date, each once, whatever the clock says and with concurrent jobs', async () => {
  const { number, email } = await make();
  const other = await post.openWith();
  const visits = ['03-27', '03-28', '03-29', '03-31', '03-31', '04-07', '04-30'];
  // Forward, back again and forward once more.
  for (const day of [...visits, ...visits]) {
    post.clock.at = at(`2026-${day}`);
    await Promise.all([payments, other].map((who) => post.send(who)));
  }
  await other.db.destroy();
  expect(post.subjectsTo(email)).toEqual(
    ['2026-03-28', '2026-03-31', '2026-04-07'].map((day) => reminderOn(day, number)),
  );
});

test('are never sent at night, even if queued by day', async () => {
  const { email, number } = await make();
  for (const time of ['00:10', '08:59', '21:00', '23:59']) await run(at('2026-03-31', time));
  expect(post.subjectsTo(email)).toEqual([]);
  mail.responses.message = () => 451;
  await run(at('2026-03-31', '20:59'));
  mail.responses.message = undefined;
  await run(at('2026-03-31', '21:30'));
  expect(post.subjectsTo(email)).toEqual([]);
  // The text is made when it is sent: the next morning, "is due today" would be wrong.
  await run(at('2026-04-01', '09:00'));
  expect(post.subjectsTo(email)).toEqual([reminderOn('2026-04-01', number)]);
  expect(await post.messagesTo(email)).toMatchObject([{ state: 'sent', subject: post.subjectsTo(email)[0] }]);
});

test.each([
  ['a part', 40_000],
  ['all of it', 100_000],
])('request what is open if somebody paid %s after they were queued', async (_what, amount) => {
  const { number, email } = await make();
  mail.responses.message = () => 451;
  await run(at('2026-03-31'));
  await post.pay(number, amount);
  mail.responses.message = undefined;
  for (const time of ['12:00', '12:10', '12:20']) await run(at('2026-04-01', time));
  const rest = amount < 100_000 ? [reminderOn('2026-04-01', number, amount)] : [];
  expect(post.subjectsTo(email)).toEqual(rest);
});

test('a process that dies while sending leaves one unsent, and none sent twice', async () => {
  const { bill, email } = await make();
  post.clock.at = at('2026-03-31');
  const message = { kind: 'reminder', order_id: null, subject: 'x', text: 'x', recipient: email };
  const dedupe_key = `reminder:${bill.id}:0`;
  const queued = [{ ...message, bill_id: bill.id, dedupe_key }];
  await addMessages(payments.db, queued, payments.settings, post.clock.at);
  while ((await claimMessage(payments.db, post.clock.at))?.recipient !== email);
  await run(at('2026-03-31', '12:00'));
  expect(post.subjectsTo(email)).toEqual([]);
  const [row] = await post.messagesTo(email);
  expect(row).toMatchObject({ state: 'failed', problem: expect.stringContaining('may have arrived') });
});

test('contain the QR code of the payment link and a one-click unsubscribe', async () => {
  const { email, bill } = await make();
  await run(at('2026-03-31'));
  const [sent] = mail.to(email);
  const { link_token, stop_token } = await post.bill(bill.id);
  const unsubscribeUrl = `https://www.example.com/api/stop-reminders/${stop_token}`;
  expect(sent?.header('List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`);
  expect(sent?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(sent?.text).toContain(unsubscribeUrl);
  expect(sent?.html).toContain('src="cid:picture"');
  const data = await decoded(sent?.raw ?? '');
  expect(data).toBe(`https://www.example.com/pay-online?link=${link_token}`);
  expect(await findBillToUnsubscribe(payments, stop_token ?? '')).toMatchObject({ customer_email: email });
});

test('a bill that is mailed late requests what is open, through the link that works', async () => {
  const { bill, email, number } = await make();
  const message = billMessage(payments, bill) ?? expect.fail('The bill cannot be mailed.');
  const queued = { ...message, dedupe_key: `bill:${bill.id}` };
  await addMessages(payments.db, [queued], payments.settings, post.clock.at);
  await post.pay(number, 40_000);
  for (const action of ['withdraw-link', 'renew-link'] as const) await post.change(bill.id, action);
  await run(at('2026-03-02'));
  expect(post.subjectsTo(email)).toEqual([requestOn('2026-03-02', number, 40_000)]);
  expect(mail.to(email)[0]?.text).toContain((await post.bill(bill.id)).link_token);
});

test('are off unless the owner sets days; staff can still mail a bill, once per press', async () => {
  const off = await post.openWith({ PAYMENT_REMINDER_DAYS: '' });
  const { bill, email, number } = await make();
  await run(at('2026-03-31'), off);
  expect(post.subjectsTo(email)).toEqual([]);
  const message = billMessage(off, bill);
  if (!message) throw new Error('The bill cannot be mailed.');
  for (let press = 0; press < 2; press += 1)
    await addMessages(off.db, [{ ...message, dedupe_key: `bill:${bill.id}` }], off.settings, post.clock.at);
  await run(at('2026-03-31', '23:00'), off);
  expect(post.subjectsTo(email)).toEqual([requestOn('2026-03-31', number)]);
  expect(mail.to(email)[0]?.header('List-Unsubscribe')).toBeUndefined();
  expect(billMessage(off, { ...bill, state: 'paid' })).toBeUndefined();
  await off.db.destroy();
});

async function decoded(raw: string): Promise<string> {
  const [, content = ''] = /Content-Type: image\/gif[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
  const picture = sharp(Buffer.from(content, 'base64')).ensureAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decodeQr({ data, width: info.width, height: info.height });
}
