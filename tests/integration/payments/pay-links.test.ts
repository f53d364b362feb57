import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { openBillApi } from './bill-api.ts';
import { newBill, type Shop } from './shop.ts';

type BillApi = Awaited<ReturnType<typeof openBillApi>>;
let shop: Shop;
let callBills: BillApi['callBills'];
let call: BillApi['call'];
let typed: BillApi['typed'];
let make: BillApi['make'];
let status: BillApi['status'];
let order: BillApi['order'];
let pay: BillApi['pay'];
beforeAll(async () => {
  ({ shop, callBills, call, typed, make, status, order, pay } = await openBillApi());
});
afterAll(() => shop.close());

test('only staff may create and see them', async () => {
  for (const [path, body] of [
    ['', undefined],
    ['', typed()],
    ['/csv', { csv: 'x', dryRun: true }],
    ['/ending?from=2030-01-01&to=2030-01-31', undefined],
    ['/AAAAAAAAAAAAAAAA/cancel', {}],
  ] as const) {
    expect((await callBills(path, body, '')).status).toBe(401);
    for (const role of ['editor', 'hr', 'viewer'] as const)
      expect((await callBills(path, body, shop.stack.token(role))).status).toBe(403);
  }
  expect((await callBills('/AAAAAAAAAAAAAAAA/cancel', {})).status).toBe(404);
  expect((await callBills('?state=stolen')).status).toBe(400);
  expect((await callBills('?after=1')).status).toBe(400);
});

test('the ends of working links are listed by their last day', async () => {
  const [live, withdrawn] = [await make(), await make()];
  const endsOn = dayInIndia(Date.now() + 100 * 24 * 3_600_000);
  for (const { id } of [live, withdrawn]) await callBills(`/${id}/link`, { endsOn });
  await callBills(`/${withdrawn.id}/link/withdraw`, {});
  const { json } = await callBills(`/ending?from=${endsOn}&to=${endsOn}`);
  expect(json.bills.map(({ id }: { id: string }) => id)).toEqual([live.id]);
  expect((await callBills('/ending?from=2030-01-01')).status).toBe(400);
});

test('a customer’s statement is shown to anyone with its link, and to nobody else', async () => {
  const bill = await make({ phone: '9123400017', name: '<b>Asha</b>' });
  await pay(bill, 400);
  expect((await callBills(`/${bill.id}/statement`, {}, shop.stack.token('editor'))).status).toBe(403);
  expect((await callBills('/AAAAAAAAAAAAAAAA/statement', {})).status).toBe(409);
  const { status: made, json } = await callBills(`/${bill.id}/statement`, {});
  expect(made).toBe(201);
  const page = await fetch(json.url);
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(page.headers.get('content-security-policy')).toContain('script-src');
  const html = await page.text();
  for (const text of [bill.bill_number, '&lt;b&gt;Asha&lt;/b&gt;', '₹1,000.00', '₹400.00', 'noindex'])
    expect(html).toContain(text);
  expect(html).toMatch(/₹600\.00(<!-- -->)? to pay/);
  const other = await fetch(json.url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')));
  expect([404, 503]).toContain(other.status);
  expect(await other.text()).not.toContain(bill.bill_number);
});

test('a bill is created once from staff’s input, and its link reveals none of it', async () => {
  const given = typed();
  const first = await callBills('', given);
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
  expect(await callBills('', given)).toEqual({ status: 200, json: first.json });
  const other = await callBills('', { ...given, amount: '900' });
  expect(other.status).toBe(400);
  expect(other.json.fieldErrors.billNumber).toContain('different amount');
  const auditRows = await shop.ledger
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', given.billNumber)
    .execute();
  expect(auditRows).toMatchObject([{ actor: 'test administrator', act: 'bill.made' }]);
  expect(billId).toMatch(/^[\w-]{16}$/);
});

test('anyone with the link sees the bill and its sums, but no name or number', async () => {
  const bill = await make();
  const { status: code, text, json } = await status(bill.link);
  expect(code).toBe(200);
  expect(json).toEqual({
    state: 'open',
    link: 'live',
    billNumber: bill.bill_number,
    customer: 'A••• V•••',
    phone: '••••••3210',
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

test('an order by link is limited to that bill and its open amount', async () => {
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

test('a bill is paid in two parts, then its link takes no more', async () => {
  const bill = await make();
  await pay(bill, 400);
  expect((await status(bill.link)).json).toMatchObject({ state: 'part-paid', paid: 40_000, open: 60_000 });
  const second = await order(bill, 600);
  // The same customer pays the rest, so there is no warning.
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
  const { json } = await callBills(`?search=${bill.bill_number}`);
  expect(json.bills).toMatchObject([{ state: 'paid', paid_amount: 100_000, url: null }]);
});

test('two people with one link: the second is warned, and a surplus is shown', async () => {
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

test('a bill typed by hand counts as well, and paying it again shows a warning', async () => {
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
  // Also if the same order is requested again.
  expect((await shop.create(byHand(500))).json.paidBefore).toMatchObject({ amount: 70_000 });
});

test('a cancelled bill takes no payment, nor does an open one with an expired or withdrawn link', async () => {
  const cancelled = await make();
  expect((await callBills(`/${cancelled.id}/cancel`, {})).json.bill).toMatchObject({
    state: 'cancelled',
    url: null,
    cancelled_by: 'test administrator',
  });
  expect((await callBills(`/${cancelled.id}/cancel`, {})).status).toBe(409);
  const [ended, withdrawn] = [await make({ days: 1 }), await make()];
  await end(ended.id);
  expect((await callBills(`/${withdrawn.id}/link/withdraw`, {})).json.bill).toMatchObject({
    state: 'open',
    url: null,
  });
  expect((await callBills(`/${withdrawn.id}/link/withdraw`, {})).status).toBe(409);
  for (const [bill, shown, said] of [
    [cancelled, { state: 'cancelled', link: 'live' }, 'cancelled'],
    [ended, { state: 'open', link: 'ended' }, 'expired'],
    [withdrawn, { state: 'open', link: 'withdrawn' }, 'withdrawn'],
  ] as const) {
    expect((await status(bill.link)).json).toMatchObject({ ...shown, open: 0, customer: null, note: null });
    const refused = await order(bill, 1000);
    expect([refused.status, refused.json.state]).toEqual([409, shown.state]);
    expect(refused.json.error).toContain(said);
  }
  const { json } = await callBills('?state=no-link');
  const listed: { id: string }[] = json.bills;
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([ended.id, withdrawn.id]));
  const auditRows = await shop.ledger
    .selectFrom('audit')
    .select('act')
    .where('subject', '=', cancelled.bill_number)
    .execute();
  expect(auditRows.map(({ act }) => act)).toEqual(['bill.made', 'bill.cancelled']);
});
const end = (billId: string) =>
  sql`update bills set expires_at = ${new Date(0).toISOString()} where id = ${billId}`.execute(shop.ledger);

test('a link can be renewed while its bill lives: with the same address, or a new one after it was withdrawn', async () => {
  const bill = await make({ days: 1, dueOn: '' });
  await end(bill.id);
  const endsOn = dayInIndia(Date.now() + 10 * 24 * 3_600_000);
  const renewed = await callBills(`/${bill.id}/link`, { endsOn });
  expect(renewed.json.bill).toMatchObject({ url: expect.stringContaining(bill.link), link: 'live' });
  expect(dayInIndia(Date.parse(renewed.json.bill.expires_at) - 1)).toBe(endsOn);
  expect((await order(bill, 400)).status).toBe(200);
  for (const wrong of ['2020-01-01', '2099-01-01', 'soon'])
    expect((await callBills(`/${bill.id}/link`, { endsOn: wrong })).json.fieldErrors.endsOn).toMatch(/day/i);
  await callBills(`/${bill.id}/link/withdraw`, {});
  const again = await callBills(`/${bill.id}/link`, { endsOn });
  expect(again.json.bill.url).not.toContain(bill.link);
  expect((await status(bill.link)).status).toBe(404);
  // Sending the same bill again also gives a working link.
  const given = typed({ days: 1, dueOn: '' });
  const first = await callBills('', given);
  await end(first.json.bill.id);
  expect(await callBills('', given)).toMatchObject({
    status: 200,
    json: { bill: { id: first.json.bill.id, url: first.json.bill.url } },
  });
  const { json } = await callBills('/cancelled-or-not/link', { endsOn });
  expect(json.error).toBe('There is no such bill.');
});

test('a bill that holds money by any method cannot be cancelled; a refunded one can', async () => {
  const held = 'holds ₹400.00';
  const byUpi = await make();
  const made = await order(byUpi, 400);
  await shop.verify(
    newBill({ billNumber: byUpi.bill_number, amount: 400 }),
    await shop.pay(made.json.orderId),
  );
  const ways = [
    { kind: 'neft' },
    { kind: 'cheque' },
    { kind: 'cash' },
    { kind: 'tds', section: '393(1), code 1027', rate: '10' },
  ];
  for (const way of ways) {
    const bill = await make();
    const recorded = await callBills(`/${bill.id}/vouchers`, manualEntry({ amount: '400', ...way }));
    expect(recorded.status).toBe(200);
    const refused = await callBills(`/${bill.id}/cancel`, {});
    expect([refused.status, refused.json.error], way.kind).toEqual([409, expect.stringContaining(held)]);
  }
  const refused = await callBills(`/${byUpi.id}/cancel`, {});
  expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining(held)]);
});

test('money for a bill cancelled meanwhile waits for staff, and pays no other bill with that number', async () => {
  const bill = await make();
  const begun = await order(bill, 1000);
  const byHand = await shop.create(newBill({ billNumber: bill.bill_number, amount: 300 }));
  expect((await callBills(`/${bill.id}/cancel`, {})).status).toBe(200);
  const { razorpay_payment_id: paymentId } = await shop.pay(begun.json.orderId);
  await shop.pay(byHand.json.orderId);
  for (const { json } of [begun, byHand]) await call(`/${json.orderId}/ask`, {});
  const items = async () => {
    const { json } = await call('/today');
    const all: { bill_id?: string; kind: string; amount: number }[] = json.actionItems;
    return all.filter((item) => item.bill_id === bill.id).map(({ kind, amount }) => [kind, amount]);
  };
  expect((await items()).sort()).toEqual([
    ['paid-cancelled', 100_000],
    ['paid-cancelled', 30_000],
  ]);
  const again = await make({ billNumber: bill.bill_number });
  expect((await status(again.link)).json).toMatchObject({ state: 'part-paid', paid: 30_000 });
  expect(await items()).toEqual([['paid-cancelled', 100_000]]);
  const statement = await callBills(`/${again.id}/statement`, {});
  const page = await fetch(statement.json.url);
  expect(await page.text()).toContain('1,000.00');
  const moved = { key: randomUUID(), amount: '700' };
  expect((await call('/moves', { ...moved, paymentId, billNumber: bill.bill_number })).status).toBe(200);
  expect((await status(again.link)).json).toMatchObject({ state: 'paid', paid: 100_000 });
  expect(await items()).toEqual([['paid-cancelled', 30_000]]);
});

test('people who pay parts at the same time never get orders for the same money', async () => {
  const bill = await make({ amount: '5000' });
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, n) => order(bill, 1000, { customerPhone: `900000000${n}` })),
  );
  const taken = sent.filter(({ status: code }) => code === 409);
  expect(sent.filter(({ status: code }) => code === 200).length + taken.length).toBe(6);
  // Each learns of the others: by a refusal, or by a warning before paying.
  const notified = sent.filter(({ status: code, json }) => code === 409 || json.underWay);
  expect(notified.length).toBeGreaterThanOrEqual(5);
  for (const { json } of taken) expect(json.error).toContain('at the moment');
  expect(await shop.ledger.selectFrom('reservations').selectAll().execute()).toEqual([]);
});

const noPdf = Buffer.from('<script>alert(1)</script>').toString('base64');
const pdf = Buffer.from('%PDF-1.7 a scan').toString('base64');
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
const manualEntry = (change = {}) => ({
  ...{ key: randomUUID(), kind: 'neft', amount: '40,000', day: today(), reference: randomUUID() },
  ...change,
});

test('a UTR and a certificate that customers send change nothing until finance records them', async () => {
  const bill = await make({ amount: '1,00,000' });
  const before = (await status(bill.link)).json;
  const send = (number: unknown, link = bill.link) => shop.post('bill-notice', { link, number });
  const notices = async () => (await call(`/bills/${bill.id}`)).json.notices;
  const items = async () => {
    const all: { bill_id?: string; kind: string; detail: string }[] = (await call('/today')).json.actionItems;
    const own = all.filter((item) => item.bill_id === bill.id && item.kind === 'customer-notice');
    return own.map(({ detail }) => detail);
  };
  for (const wrong of [undefined, 5, '', 'UTR1', 'SBIN12345678901234'])
    expect(await send(wrong)).toMatchObject({ status: 400, json: { error: expect.stringContaining('UTR') } });
  expect((await send('SBIN123456789012', `${bill.link.slice(0, -2)}xx`)).status).toBe(404);
  expect(await items()).toEqual([]);
  const sent = await send(' sbin 1234 5678 9012\u200b');
  expect([sent.status, sent.json]).toEqual([200, {}]);
  await send('SBIN123456789012');
  expect([await items(), await notices()]).toEqual([['UTR SBIN123456789012'], 'UTR SBIN123456789012']);
  expect((await status(bill.link)).json).toEqual(before);

  const path = `/bills/${bill.id}/vouchers`;
  const tds = { kind: 'tds', amount: '10,000', section: '393(1), code 1027', rate: '10', reference: '' };
  const { json } = await call(path, manualEntry(tds));
  await call(path, manualEntry({ amount: '90,000', reference: 'SBIN 1234 5678 9012' }));
  expect(await items()).toEqual([]);
  // The certificate comes months later, for a bill that is paid and whose link has ended.
  expect((await status(bill.link)).json.state).toBe('paid');
  await send('ABCDE12');
  expect(await items()).toEqual(['TDS certificate ABCDE12']);
  const certificate = `/vouchers/${json.vouchers[0].id}/certificate`;
  expect((await call(certificate, { reference: 'abcde12' })).status).toBe(200);
  expect(await items()).toEqual([]);
  const cancelled = await make();
  await callBills(`/${cancelled.id}/cancel`, {});
  expect((await send('SBIN123456789012', cancelled.link)).status).toBe(400);
});

test('a bill of ₹1,00,000 is paid by TDS, NEFT and UPI, and every view agrees', async () => {
  const bill = await make({ amount: '1,00,000' });
  const path = `/bills/${bill.id}/vouchers`;
  const section = '393(1) [Table: Sl. No. 6(iii).D(b)], payment code 1027'.padEnd(60, '.');
  const tds = manualEntry({ kind: 'tds', amount: '10,000', section, rate: '10', reference: '' });
  expect((await call(path, tds)).status).toBe(200);
  const transfer = manualEntry({ reference: 'HDFCN52026', file: { name: '../आदेश.pdf', content: pdf } });
  // A double click, and the same transfer typed by a colleague.
  const [first, again] = await Promise.all([call(path, transfer), call(path, transfer)]);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect((await call(path, { ...transfer, key: randomUUID() })).status).toBe(409);
  expect((await status(bill.link)).json).toMatchObject({
    state: 'part-paid',
    paid: 5_000_000,
    open: 5_000_000,
  });
  expect((await order(bill, 50_001)).status).toBe(400);
  expect((await pay(bill, 50_000)).status).toBe(200);
  expect((await status(bill.link)).json).toMatchObject({ state: 'paid', paid: 10_000_000, open: 0 });
  expect((await callBills(`?search=${bill.bill_number}`)).json.bills).toMatchObject([
    { state: 'paid', url: null },
  ]);
  expect((await call('/?state=surplus')).json.orders).not.toContainEqual(
    expect.objectContaining({ bill_number: bill.bill_number }),
  );
  const exported = await fetch(`${shop.stack.siteUrl}/api/payments/export`, {
    headers: { authorization: `Bearer ${shop.stack.token('finance')}` },
  });
  const lines = (await exported.text())
    .split('\r\n')
    .filter((line) => line.includes(`"${bill.bill_number}"`));
  expect(lines.some((line) => line.includes(`section ${section}, 10%`))).toBe(true);
  const cells = lines.map((line) => line.split(',').slice(1, 3).join(' ')).sort();
  expect(cells).toEqual(['"Payment outside the gateway" 40000.00', '"Payment" 50000.00', '"TDS" 10000.00']);

  const { vouchers } = (await call(`/bills/${bill.id}`)).json;
  const { id, files } = vouchers.find(({ kind }: { kind: string }) => kind === 'neft');
  const scan = (role: 'finance' | 'editor' | undefined) =>
    fetch(`${shop.stack.siteUrl}/api/payments/vouchers/${id}/files/${files[0].id}`, {
      headers: role ? { authorization: `Bearer ${shop.stack.token(role)}` } : {},
    });
  const read = await scan('finance');
  expect(await read.text()).toBe('%PDF-1.7 a scan');
  expect(read.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(read.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'none'");
  expect([(await scan('editor')).status, (await scan(undefined)).status]).toEqual([403, 401]);
  const { acts } = (await call('/audit')).json;
  expect(acts).toContainEqual(
    expect.objectContaining({
      act: 'neft.recorded',
      subject: bill.bill_number,
      address: expect.stringMatching(/[.:]/),
    }),
  );
});

test('a cheque is listed, and counts when cleared; a second person decides on a write-off', async () => {
  const bill = await make();
  const path = `/bills/${bill.id}/vouchers`;
  const cheque = manualEntry({ kind: 'cheque', amount: '600', reference: '000123' });
  expect((await call(path, cheque)).json.vouchers).toMatchObject([{ state: 'in-hand' }]);
  expect((await status(bill.link)).json).toMatchObject({ state: 'open', open: 100_000, cheques: 60_000 });
  expect((await call(`/vouchers/${cheque.key}/clear`, {})).status).toBe(200);
  expect((await call(`/vouchers/${cheque.key}/clear`, {})).status).toBe(409);
  const given = manualEntry({
    kind: 'write-off',
    amount: '400',
    reference: '',
    reason: 'a dispute over hours',
  });
  expect((await call(path, given)).status).toBe(200);
  expect((await call('/today')).json.actionItems).toContainEqual(
    expect.objectContaining({ kind: 'voucher-waiting', subject: given.key, bill_id: bill.id }),
  );
  const finance = shop.stack.token('finance');
  expect((await call(`/vouchers/${given.key}/approve`, {})).status).toBe(403);
  expect((await call(`/vouchers/${given.key}/approve`, {}, finance)).json.bill).toMatchObject({
    state: 'paid',
  });
});

test.each([
  ['no scan', { file: { name: 'a.pdf', content: noPdf } }, 415],
  ['nothing of money', { amount: 'lots' }, 400],
  ['another key', { key: 'short' }, 400],
  ['tomorrow', { day: '2090-01-01' }, 400],
  ['a kind of its own', { kind: 'moved' }, 400],
])('with %s nothing is recorded', async (_what, change, code) => {
  const bill = await make();
  expect((await call(`/bills/${bill.id}/vouchers`, manualEntry(change))).status).toBe(code);
  expect((await call(`/bills/${bill.id}`)).json.vouchers).toEqual([]);
  expect((await call(`/bills/${bill.id}/vouchers`, manualEntry(), shop.stack.token('viewer'))).status).toBe(
    403,
  );
  expect((await call('/bills/none/vouchers', manualEntry())).status).toBe(404);
});

test('a second person at a link is warned, until the gateway says that nothing was paid', async () => {
  const bill = await make();
  expect((await status(bill.link)).json).not.toHaveProperty('underWay');
  const { json: begun } = await order(bill, 400);
  const order_id = begun.orderId;
  const seen = async (own?: string) =>
    (await shop.post('bill-status', { link: bill.link, own })).json.underWay;
  // The gateway knows of no attempt.
  expect(await seen()).toMatchObject({ amount: 40_000, isUnpaid: true });
  const stored = await shop.ledger
    .selectFrom('orders')
    .select('receipt_token')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  expect(await seen(stored.receipt_token)).toBeUndefined();
  await shop.sandbox('POST', '/sandbox/payments', { order_id, outcome: 'started' });
  // A QR code on somebody's screen can still be scanned.
  await expect.poll(async () => (await seen())?.isUnpaid).toBe(false);
  await shop.faults({ calls: [{ call: 'GET /v1', status: 503 }] });
  await shop.pay(order_id);
  expect(await seen()).toMatchObject({ isUnpaid: false });
  // However old: no response does not mean unpaid.
  await sql`update orders set created_at = '2020-01-01T00:00:00.000Z' where id = ${order_id}`.execute(
    shop.ledger,
  );
  expect(await seen()).toMatchObject({ amount: 40_000, isUnpaid: false });
  await shop.clearFaults();
  const open = async () => (await status(bill.link)).json;
  await expect.poll(open).toMatchObject({ state: 'part-paid', open: 60_000 });
  expect(await open()).not.toHaveProperty('underWay');
});

test('a link needs no name and number again, and shows neither', async () => {
  const bill = await make({ email: 'asha@example.com' });
  const shown = await status(bill.link);
  expect(shown.json).toMatchObject({ customer: 'A••• V•••', phone: '••••••3210' });
  const known = { billNumber: bill.bill_number, amount: 400, link: bill.link };
  const keyed = (key: string, body: object) =>
    shop.post('create-razorpay-order', body, { 'idempotency-key': key });
  const { json } = await keyed('first-of-two', known);
  const stored = await shop.ledger
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', json.orderId)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({
    customer_name: 'Asha Verma',
    customer_phone: '9876543210',
    customer_email: 'asha@example.com',
  });
  // Another person with the same link would send the same: one order, and a warning.
  const other = await keyed('second-of-two', known);
  expect(other.json).toMatchObject({ orderId: json.orderId, underWay: { amount: 40_000 } });
  expect(other.json).not.toHaveProperty('receipt');
  const receipt = async () =>
    (await fetch(`${shop.stack.siteUrl}/pay-online/receipt/${json.receipt}`)).text();
  for (const text of [shown.text, await receipt()]) expect(text).not.toMatch(/Asha|9876543210/);
  const paid = await shop.pay(json.orderId);
  const report = {
    orderId: paid.razorpay_order_id,
    paymentId: paid.razorpay_payment_id,
    signature: paid.razorpay_signature,
  };
  expect((await shop.post('verify-razorpay-payment', { ...known, ...report })).status).toBe(200);
  expect(await receipt()).toContain('Asha Verma');
  expect(await receipt()).not.toContain('9876543210');
  // Without a link, or with half of the details, nothing is filled in.
  for (const body of [
    { ...known, link: undefined },
    { ...known, link: 'A'.repeat(38) },
    { ...known, customerName: 'Ravi Kumar' },
  ])
    expect((await shop.post('create-razorpay-order', body)).status).toBe(400);
});

test('reminders stop with the button or a mail program’s one-click unsubscribe, but not by opening the address', async () => {
  const bill = await make({ email: 'stops@example.com' });
  const token = 'S'.repeat(38);
  await sql`update bills set stop_token = ${token} where id = ${bill.id}`.execute(shop.ledger);
  const call = (method: string, last = token, body?: string) =>
    fetch(`${shop.stack.siteUrl}/api/stop-reminders/${last}`, {
      method,
      ...(body === undefined
        ? {}
        : { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    });
  const stops = () => shop.ledger.selectFrom('reminder_stops').selectAll().execute();
  const response = await call('GET');
  expect([response.status, (await call('HEAD')).status]).toEqual([200, 200]);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  const page = await response.text();
  expect(page).toContain('<form method="post">');
  expect(page).not.toMatch(/stops@example\.com|Asha/);
  expect(await stops()).toEqual([]);
  for (const method of ['GET', 'POST']) expect((await call(method, 'A'.repeat(38))).status).toBe(404);
  expect((await call('PUT')).status).toBe(405);
  for (let click = 0; click < 2; click += 1)
    expect((await call('POST', token, 'List-Unsubscribe=One-Click')).status).toBe(200);
  // Not the address itself.
  expect(await stops()).toEqual([
    { address: expect.stringMatching(/^[0-9a-f]{64}$/), stopped_at: expect.any(String) },
  ]);
  const shown = await fetch(`${shop.stack.siteUrl}/api/payments/bills/${bill.id}/messages`, {
    headers: { authorization: `Bearer ${shop.stack.token('finance')}` },
  });
  expect(await shown.json()).toEqual({ messages: [], stopped_at: expect.any(String) });
});
