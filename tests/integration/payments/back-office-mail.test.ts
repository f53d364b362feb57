import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { messageStates } from '#web/contracts/states.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { newBill, openShop, paymentEnvironmentOf } from './shop.ts';

const mail = await closeAfterwards(startMailServer());
const settings = {
  SMTP_URL: mail.url,
  MAIL_FROM: 'Example Agency <bills@example.com>',
  PAYMENT_NOTICE_TO: 'owner@example.com',
};
const shop = await closeAfterwards(
  openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', ...settings }, ['lake', 'sandbox', 'site']),
);
beforeAll(() => setAskEmail(true));

const messageSchema = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(messageStates),
  recipient: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  problem: z.nullable(z.string()),
});
const listSchema = z.object({ messages: z.array(messageSchema), next: z.optional(z.string()) });

/** Whether the content makes the payment form ask for an e-mail address. */
const setAskEmail = (askEmail: boolean) =>
  shop.stack.client('administrator').createOrReplace({
    _id: 'page-pay',
    _type: 'page',
    sections: [{ _type: 'paymentForm', _key: 'form', askEmail }],
  });

const post = (path: string, body: object = {}) => shop.staff(path, { role: 'administrator', body });
const list = async (query = '') => listSchema.parse(await shop.readAsStaff(`/messages${query}`));
const made = async (response: Response) => {
  expect(response.status).toBe(200);
  return z.object({ message: messageSchema }).parse(await response.json()).message;
};

/** Runs the site's mail job at once, which otherwise runs every few seconds. */
const sendMail = () =>
  promisify(execFile)(process.execPath, ['web/jobs/commands.ts', 'mail'], {
    env: {
      ...process.env,
      ...paymentEnvironmentOf(shop.stack),
      ...settings,
      SITE_URL: shop.stack.siteUrl,
    },
  });

test('an address is ignored if the form does not ask for one, or the content is unavailable', async () => {
  const emailOf = async (change = {}) => {
    const { status, json } = await shop.create({
      ...newBill(),
      customerEmail: 'asha@example.com',
      ...change,
    });
    expect(status).toBe(200);
    const [order] = await shop.ledger
      .selectFrom('orders')
      .select('customer_email')
      .where('id', '=', String(json.orderId))
      .execute();
    return order?.customer_email;
  };
  expect(await emailOf()).toBe('asha@example.com');
  await setAskEmail(false);
  expect(await emailOf()).toBeNull();
  await setAskEmail(true);
  await shop.stack.kill('lake');
  expect(await emailOf()).toBeNull();
  await shop.stack.start('lake');
  await expect.poll(() => emailOf()).toBe('asha@example.com');
});

test('staff send a receipt to an address, and again, and the audit trail names them', async () => {
  const { orderId } = await shop.payBill();
  const wrong = await post(`/${orderId}/mail`, { email: 'nobody' });
  expect([wrong.status, Object.keys((await wrong.json()).fieldErrors)]).toEqual([400, ['email']]);
  const first = await made(await post(`/${orderId}/mail`, { email: 'caller@example.com' }));
  expect(first).toMatchObject({ kind: 'receipt', state: 'waiting', recipient: 'caller@example.com' });
  // A double click.
  const again = await Promise.all([1, 2].map(() => post(`/messages/${first.id}/resend`).then(made)));
  expect(new Set(again.map(({ id }) => id)).size).toBe(1);
  // The site sends it by itself.
  await expect.poll(() => mail.to('caller@example.com').length).toBe(2);
  expect(new Set(mail.to('caller@example.com').map((one) => one.header('Message-ID'))).size).toBe(2);
  const auditRows = await shop.ledger
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', orderId)
    .execute();
  expect(auditRows.map(({ actor, act, detail }) => [actor, act, detail])).toEqual([
    ['test administrator', 'receipt.mailed', `message ${first.id}`],
    ['test administrator', 'message.resent', `message ${again[0]?.id}`],
  ]);
});

test('a refused address is shown with the reason, and is an action item', async () => {
  mail.responses.recipient = (address) =>
    address === 'gone@example.com' ? '550 5.1.1 no such user' : undefined;
  const { orderId } = await shop.payBill({ customerEmail: 'gone@example.com' });
  await sendMail();
  const failed = async () => (await list()).messages.filter(({ state }) => state === 'failed');
  await expect
    .poll(failed)
    .toMatchObject([
      { order_id: orderId, recipient: 'gone@example.com', problem: expect.stringContaining('550') },
    ]);
  const [{ id, problem } = { id: 0, problem: '' }] = await failed();
  const item = { kind: 'mail-failed', order_id: orderId, subject: String(id), detail: problem };
  expect((await shop.readAsStaff('/today')).actionItems).toContainEqual(expect.objectContaining(item));
  expect(shop.stack.log.join('\n')).not.toContain('gone@example.com');
});

test('the list is paged, newest first, and invalid requests get an error', async () => {
  const { orderId } = await shop.payBill();
  const first = await made(await post(`/${orderId}/mail`, { email: 'reader@example.com' }));
  const { id: _, ...row } = await shop.ledger
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 55 }, (_, index) => ({ ...row, dedupe_key: `reader-${index}` }));
  await shop.ledger.insertInto('outbox').values(rows).execute();
  const page = await list();
  const rest = await list(`?after=${page.next}`);
  const ids = [...page.messages, ...rest.messages].map(({ id }) => id);
  expect([page.messages.length, rest.next]).toEqual([50, undefined]);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids.length).toBeGreaterThanOrEqual(56);
  expect((await shop.staff('/messages?after=x')).status).toBe(400);
  const { json: open } = await shop.create(newBill());
  const email = { email: 'a@example.com' };
  expect((await post(`/${open.orderId}/mail`, email)).status).toBe(409);
  expect((await post('/order_AAAAAAAAAAAAAA/mail', email)).status).toBe(404);
  for (const id of ['999999', 'x', '0', '99999999999'])
    expect((await post(`/messages/${id}/resend`)).status).toBe(404);
  await shop.ledger
    .updateTable('outbox')
    .set({ recipient: null, text: null })
    .where('id', '=', first.id)
    .execute();
  expect((await post(`/messages/${first.id}/resend`)).status).toBe(409);
});
