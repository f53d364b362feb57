import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { messageStates } from '#web/contracts/states.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

let mail: MailServer;
let shop: Shop;
let administrator: string;
let settings: Record<string, string>;
beforeAll(async () => {
  mail = await startMailServer();
  settings = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Example Agency <bills@example.com>',
    PAYMENT_NOTICE_TO: 'owner@example.com',
  };
  shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '', ...settings }, ['lake', 'sandbox', 'site']);
  administrator = shop.stack.token('administrator');
  await setAskEmail(true);
});
afterAll(async () => {
  await shop.close();
  await mail.stop();
});

const text = z.string();
const optionalText = z.nullable(text);
const messageSchema = z.object({
  id: z.number(),
  kind: text,
  state: z.enum(messageStates),
  recipient: optionalText,
  order_id: optionalText,
  bill_number: optionalText,
  subject: text,
  text: optionalText,
  attempts: z.number(),
  problem: optionalText,
  created_at: text,
  next_at: optionalText,
  sent_at: optionalText,
});
const messageListSchema = z.object({
  messages: z.array(messageSchema),
  next: z.optional(text),
  sends: z.boolean(),
});
const madeMessageSchema = z.object({ message: messageSchema });
const actionItemsSchema = z.object({
  actionItems: z.array(z.object({ kind: text, subject: text, order_id: optionalText, detail: optionalText })),
});

/** Whether the content makes the payment form ask for an e-mail address. */
const setAskEmail = (askEmail: boolean) =>
  shop.stack.client('administrator').createOrReplace({
    _id: 'page-pay',
    _type: 'page',
    sections: [{ _type: 'paymentForm', _key: 'form', askEmail }],
  });

const request = (path: string, method = 'GET', body?: unknown, token: string = administrator) =>
  fetch(`${shop.stack.siteUrl}/api/payments${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const list = async (query = '') =>
  messageListSchema.parse(await (await request(`/messages${query}`)).json()).messages;
const made = async (response: Response) => {
  expect(response.status).toBe(200);
  return madeMessageSchema.parse(await response.json()).message;
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

async function paid(customerEmail?: string) {
  const bill = { ...newBill(), ...(customerEmail ? { customerEmail } : {}) };
  const { json: order } = await shop.create(bill);
  const { status } = await shop.verify(bill, await shop.pay(order.orderId));
  expect(status).toBe(200);
  return { bill, orderId: String(order.orderId) };
}

test('an order takes an e-mail address, and the receipt is sent there', async () => {
  for (const wrong of ['nobody', 'a@b', '', 7, 'a@example.com\r\nBcc: b@example.com']) {
    const { status, json } = await shop.post('create-razorpay-order', { ...newBill(), customerEmail: wrong });
    expect([status, json.fieldErrors]).toEqual([400, { customerEmail: 'Enter a valid e-mail address' }]);
  }
  const { bill, orderId } = await paid(' asha@example.com ');
  await sendMail();
  await expect.poll(() => mail.to('asha@example.com').length).toBe(1);
  const [receipt] = mail.to('asha@example.com');
  expect(receipt?.header('Subject')).toBe('[Test] Receipt for your bill: ₹1,499.50');
  const link = /https?:\S+\/pay-online\/receipt\/[\w-]{22}/.exec(receipt?.text ?? '')?.[0] ?? '';
  expect(await (await fetch(link)).text()).toContain(bill.billNumber);
  await expect
    .poll(async () => (await list(`?order=${orderId}`)).map(({ kind, state }) => [kind, state]))
    .toEqual([
      ['money-arrived', 'sent'],
      ['receipt', 'sent'],
    ]);
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

test('a corrected address creates a new order', async () => {
  const bill = newBill();
  const orders = [];
  for (const customerEmail of ['typo@example.com', 'right@example.com', 'right@example.com'])
    orders.push((await shop.create({ ...bill, customerEmail })).json.orderId);
  expect(orders[1]).not.toBe(orders[0]);
  expect(orders[2]).toBe(orders[1]);
});

test('staff send a receipt to an address, and again, and the audit trail names them', async () => {
  const { orderId } = await paid();
  const wrong = await request(`/${orderId}/mail`, 'POST', { email: 'nobody' });
  expect([wrong.status, (await wrong.json()).fieldErrors]).toEqual([
    400,
    { email: 'Enter a valid e-mail address' },
  ]);
  const first = await made(await request(`/${orderId}/mail`, 'POST', { email: 'caller@example.com' }));
  expect(first).toMatchObject({ kind: 'receipt', state: 'waiting', recipient: 'caller@example.com' });
  // A double click.
  const again = await Promise.all(
    [1, 2].map(() => request(`/messages/${first.id}/resend`, 'POST').then(made)),
  );
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

test('a refused address is shown with the reason, and can be filtered by its state', async () => {
  mail.responses.recipient = (address) => (address === 'gone@example.com' ? '550 no such user' : undefined);
  const { orderId } = await paid('gone@example.com');
  await sendMail();
  await expect
    .poll(async () => (await list('?state=failed')).map((one) => [one.order_id, one.recipient]))
    .toEqual([[orderId, 'gone@example.com']]);
  const [failed] = await list('?state=failed');
  expect(failed?.problem).toContain('550');
  const { actionItems } = actionItemsSchema.parse(await (await request('/today')).json());
  const mine = (kind: string) => actionItems.filter((one) => one.kind === kind && one.order_id === orderId);
  expect(mine('mail-failed')).toMatchObject([{ subject: String(failed?.id), detail: failed?.problem }]);
  expect(shop.stack.log.join('\n')).not.toContain('gone@example.com');
});

test('the list is paged, newest first, and invalid requests get an error', async () => {
  const { orderId } = await paid();
  for (let index = 0; index < 55; index += 1)
    await made(await request(`/${orderId}/mail`, 'POST', { email: `reader-${index}@example.com` }));
  const page = messageListSchema.parse(await (await request(`/messages?order=${orderId}`)).json());
  const rest = messageListSchema.parse(
    await (await request(`/messages?order=${orderId}&after=${page.next}`)).json(),
  );
  const ids = [...page.messages, ...rest.messages].map(({ id }) => id);
  expect([page.sends, page.messages.length, rest.next]).toEqual([true, 50, undefined]);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids.length).toBeGreaterThanOrEqual(55);
  for (const query of ['?state=lost', '?after=x', '?order=1'])
    expect((await request(`/messages${query}`)).status).toBe(400);
  const { json: open } = await shop.create(newBill());
  const email = { email: 'a@example.com' };
  expect((await request(`/${open.orderId}/mail`, 'POST', email)).status).toBe(409);
  expect((await request('/order_AAAAAAAAAAAAAA/mail', 'POST', email)).status).toBe(404);
  for (const id of ['999999', 'x', '0', '99999999999'])
    expect((await request(`/messages/${id}/resend`, 'POST')).status).toBe(404);
  const [first] = await list();
  await shop.ledger
    .updateTable('outbox')
    .set({ recipient: null, text: null })
    .where('id', '=', first?.id ?? 0)
    .execute();
  expect((await request(`/messages/${first?.id}/resend`, 'POST')).status).toBe(409);
});

test('only staff with access to payments may do this', async () => {
  const calls = [
    ['/messages', 'GET'],
    ['/messages/1/resend', 'POST'],
    ['/order_AAAAAAAAAAAAAA/mail', 'POST'],
  ] as const;
  for (const [path, method] of calls) {
    const body = method === 'POST' ? {} : undefined;
    expect((await request(path, method, body, '')).status).toBe(401);
    for (const role of ['editor', 'hr', 'viewer'] as const)
      expect((await request(path, method, body, shop.stack.token(role))).status).toBe(403);
  }
});
