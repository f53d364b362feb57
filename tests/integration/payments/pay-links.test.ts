import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBillDesk } from './bill-desk.ts';
import { newBill, type Shop } from './shop.ts';

type Desk = Awaited<ReturnType<typeof openBillDesk>>;
let shop: Shop;
let ask: Desk['ask'];
let typed: Desk['typed'];
let make: Desk['make'];
let status: Desk['status'];
let order: Desk['order'];
let pay: Desk['pay'];
beforeAll(async () => {
  ({ shop, ask, typed, make, status, order, pay } = await openBillDesk());
});
afterAll(() => shop.close());

test('are for staff alone to make and to see', async () => {
  for (const [path, body] of [
    ['', undefined],
    ['', typed()],
    ['/csv', { csv: 'x', dryRun: true }],
    ['/AAAAAAAAAAAAAAAA/cancel', {}],
  ] as const) {
    expect((await ask(path, body, '')).status).toBe(401);
    for (const role of ['editor', 'hr', 'viewer'] as const)
      expect((await ask(path, body, shop.stack.token(role))).status).toBe(403);
  }
  expect((await ask('/AAAAAAAAAAAAAAAA/cancel', {})).status).toBe(404);
  expect((await ask('?state=stolen')).status).toBe(400);
  expect((await ask('?after=1')).status).toBe(400);
});

test('a bill is made from what staff type, once; its link says nothing of it', async () => {
  const given = typed();
  const first = await ask('', given);
  expect(first).toMatchObject({
    status: 201,
    json: {
      bill: {
        bill_number: given.billNumber,
        customer_name: 'Asha Verma',
        customer_phone: '9876543210',
        customer_email: null,
        amount: 100_000,
        paid_amount: 0,
        state: 'open',
        due_on: '2026-03-31',
        created_by: 'test administrator',
      },
    },
  });
  const { url, id: billId } = first.json.bill;
  expect(url).toMatch(/\/pay-online\?link=[\w-]{38}$/);
  expect(await ask('', given)).toEqual({ status: 200, json: first.json });
  const other = await ask('', { ...given, amount: '900' });
  expect(other.status).toBe(400);
  expect(other.json.fieldErrors.billNumber).toContain('another amount');
  const acts = await shop.ledger
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', given.billNumber)
    .execute();
  expect(acts).toMatchObject([{ actor: 'test administrator', act: 'bill.made' }]);
  expect(billId).toMatch(/^[\w-]{16}$/);
});

test('whoever holds the link learns the bill and its sums, and no name or number', async () => {
  const bill = await make();
  const { status: code, text, json } = await status(bill.link);
  expect(code).toBe(200);
  expect(json).toEqual({
    state: 'open',
    billNumber: bill.bill_number,
    customer: 'A••• V•••',
    amount: 100_000,
    paid: 0,
    open: 100_000,
    dueOn: '2026-03-31',
    note: 'SEO in March',
  });
  expect(text).not.toMatch(/Verma|9876543210/);
});

test.each([
  ['another signature', (link: string) => `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`],
  ['another bill', (link: string) => `${'A'.repeat(16)}${link.slice(16)}`],
  ['nothing', () => ''],
  ['too much', (link: string) => `${link}A`],
])('with %s a link is unknown', async (_what, change) => {
  const bill = await make();
  const link = change(bill.link);
  expect((await status(link)).status).toBe(404);
  expect((await order({ ...bill, link }, 1000)).status).toBe(404);
});

test('an order by link is for that bill, and for no more than is open', async () => {
  const bill = await make();
  expect((await order(bill, 1000.01)).json.fieldErrors.amount).toContain('₹1,000.00');
  expect((await order(bill, 999.5)).json.fieldErrors.amount).toContain('leave at least ₹1.00');
  expect((await order({ ...bill, bill_number: 'OTHER' }, 1000)).json.fieldErrors.billNumber).toContain(
    bill.bill_number,
  );
  expect((await shop.post('create-razorpay-order', { ...newBill(), link: 5 })).status).toBe(400);
  const { status: code, json } = await order(bill, 400);
  expect(code).toBe(200);
  const stored = await shop.ledger
    .selectFrom('orders')
    .select('bill_id')
    .where('id', '=', json.orderId)
    .execute();
  expect(stored).toEqual([{ bill_id: bill.id }]);
});

test('a bill is paid in two parts, then its link pays no more', async () => {
  const bill = await make();
  await pay(bill, 400);
  expect((await status(bill.link)).json).toMatchObject({ state: 'part-paid', paid: 40_000, open: 60_000 });
  const second = await order(bill, 600);
  // The same customer pays the rest: nothing to warn of.
  expect(second.json).not.toHaveProperty('paidBefore');
  expect(second.json).not.toHaveProperty('underWay');
  await shop.verify(
    newBill({ billNumber: bill.bill_number, amount: 600 }),
    await shop.pay(second.json.orderId),
  );
  expect((await status(bill.link)).json).toMatchObject({ state: 'paid', open: 0 });
  const third = await order(bill, 600);
  expect([third.status, third.json.state]).toEqual([409, 'paid']);
  expect(third.json.error).toContain('paid in full');
  const { json } = await ask(`?search=${bill.bill_number}`);
  expect(json.bills).toMatchObject([{ state: 'paid', paid_amount: 100_000, url: null }]);
});

test('two people at one link: the second is warned, and what arrives too much is shown', async () => {
  const bill = await make();
  const [one, other] = [{ customerPhone: '9000000001' }, { customerPhone: '9000000002' }];
  const first = await order(bill, 1000, one);
  expect(first.json).not.toHaveProperty('underWay');
  const second = await order(bill, 1000, other);
  expect(second.json.underWay).toMatchObject({ amount: 100_000 });
  for (const [{ json }, change] of [
    [first, one],
    [second, other],
  ] as const)
    expect(
      (
        await shop.verify(
          newBill({ billNumber: bill.bill_number, amount: 1000, ...change }),
          await shop.pay(json.orderId),
        )
      ).status,
    ).toBe(200);
  expect((await status(bill.link)).json).toMatchObject({ state: 'overpaid', paid: 200_000, open: 0 });
});

test('typed in by hand, a bill counts as well, and paying it again is warned of', async () => {
  const bill = await make();
  const byHand = (amount: number) => newBill({ billNumber: bill.bill_number.toLowerCase(), amount });
  const settle = async (amount: number) => {
    const { json } = await shop.create(byHand(amount));
    await shop.verify(byHand(amount), await shop.pay(json.orderId));
    return json;
  };
  await settle(300);
  expect(await settle(700)).not.toHaveProperty('paidBefore');
  expect((await status(bill.link)).json).toMatchObject({ state: 'paid' });
  const again = await shop.create(byHand(500));
  expect(again.json.paidBefore).toMatchObject({ amount: 70_000 });
  // Also when the same order is asked for again.
  expect((await shop.create(byHand(500))).json.paidBefore).toMatchObject({ amount: 70_000 });
});

test('cancelled and ended links pay nothing and say so', async () => {
  const cancelled = await make();
  expect((await ask(`/${cancelled.id}/cancel`, {})).json.bill).toMatchObject({
    state: 'cancelled',
    url: null,
    cancelled_by: 'test administrator',
  });
  expect((await ask(`/${cancelled.id}/cancel`, {})).status).toBe(409);
  const ended = await make({ days: 1 });
  await sql`update bills set expires_at = ${new Date(0).toISOString()} where id = ${ended.id}`.execute(
    shop.ledger,
  );
  for (const [bill, state] of [
    [cancelled, 'cancelled'],
    [ended, 'expired'],
  ] as const) {
    expect((await status(bill.link)).json).toMatchObject({ state, open: 0, customer: null, note: null });
    const refused = await order(bill, 1000);
    expect([refused.status, refused.json.state]).toEqual([409, state]);
  }
  const acts = await shop.ledger
    .selectFrom('audit')
    .select('act')
    .where('subject', '=', cancelled.bill_number)
    .execute();
  expect(acts.map(({ act }) => act)).toEqual(['bill.made', 'bill.cancelled']);
});
