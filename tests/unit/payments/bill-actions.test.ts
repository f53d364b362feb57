import { expect, test } from 'vitest';
import { dayInIndia } from '#web/contracts/india.ts';
import { type BillState, billStates } from '#web/contracts/states.ts';
import { listOrders } from '#web/payments/back-office/listing.ts';
import { addCustomerNotice, payProblem } from '#web/payments/bills/pay-by-link.ts';
import { readStatement } from '#web/payments/bills/statement.ts';
import { type BillWithState, linkEnd, listBills } from '#web/payments/ledger/bills.ts';
import { storeReport } from '#web/payments/ledger/reports.ts';
import { releaseReservation, reserveAmount } from '#web/payments/ledger/reservations.ts';
import { surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { billMessage } from '#web/payments/messages/reminders.ts';
import { id } from '../../integration/payments/samples.ts';
import { ledgerPerFile, noonOf, ravi } from './test-ledger.ts';

const house = await ledgerPerFile();

const { makeOwnBill: makeBill, bill: read } = house;

/** Bills of ₹1,000 in each state, with a cheque in hand and a waiting write-off if they can be recorded. */
const reach: Record<BillState, (bill: BillWithState) => Promise<unknown>> = {
  open: async () => undefined,
  'part-paid': (bill) => house.pay(bill.bill_number, 40_000, bill.id),
  confirming: async (bill) => {
    const { orderId } = await house.begin(bill.bill_number, 100_000, bill.id);
    await storeReport(house.db, orderId, id('pay'), house.clock.at);
  },
  paid: (bill) => house.pay(bill.bill_number, 100_000, bill.id),
  overpaid: (bill) => house.pay(bill.bill_number, 101_000, bill.id),
  disputed: async (bill) => {
    const { paymentId } = await house.pay(bill.bill_number, 40_000, bill.id);
    await house.dispute({ paymentId, amount: 40_000 }, 'open');
  },
  cancelled: (bill) => house.change(bill.id, 'cancel'),
};

/** Returns whether an action on a bill succeeds, through the function that the site or back office calls for it. */
const tried: Record<string, (bill: BillWithState, prepared: Prepared) => Promise<boolean>> = {
  pay: async (bill) => payProblem(bill, 10_000) === undefined,
  mail: async (bill) =>
    billMessage(house.payments, { ...bill, customer_email: 'asha@example.com' }) !== undefined,
  cancel: async ({ id }) => (await house.change(id, 'cancel')) === 'done',
  renew: async ({ id }) => (await house.change(id, 'renew-link')) === 'done',
  withdraw: async ({ id }) => (await house.change(id, 'withdraw-link')) === 'done',
  neft: async ({ id }) => (await house.record(id, { amount: 100 })).outcome === 'done',
  'take a cheque': async ({ id }) =>
    (await house.record(id, { kind: 'cheque', amount: 100 })).outcome === 'done',
  'request a write-off': async ({ id }) =>
    (await house.record(id, { kind: 'write-off', amount: 100 })).outcome === 'done',
  tds: async ({ id }) =>
    (await house.record(id, { kind: 'tds', amount: 100, section: '194J', rate: '10' })).outcome === 'done',
  'move money to it': async (bill, { elsewhere }) => (await house.move(elsewhere, bill, 100)) === 'done',
  'clear a cheque': async (_bill, { cheque }) => (await house.apply(cheque, 'clear')) === 'done',
  'bounce a cheque': async (_bill, { cheque }) => (await house.apply(cheque, 'bounce')) === 'done',
  'approve a write-off': async (_bill, { writeOff }) =>
    (await house.apply(writeOff, 'approve', ravi)) === 'done',
  'reject a write-off': async (_bill, { writeOff }) => (await house.apply(writeOff, 'reject')) === 'done',
  'take an entry back': async (_bill, { neft }) => (await house.apply(neft, 'reverse')) === 'done',
};
/** Keys of entries recorded before the bill got its state. */
type Prepared = { cheque: string; writeOff: string; neft: string; elsewhere: string };

const whileAlive = 'open part-paid confirming paid overpaid disputed';
const whileUnsettled = 'open part-paid confirming disputed';
const whileAny = `${whileAlive} cancelled`;

test.each([
  ['pay', 'open part-paid'],
  ['mail', 'open part-paid'],
  ['cancel', 'open'],
  ['renew', whileAlive],
  ['withdraw', whileAlive],
  ['neft', whileAlive],
  ['take a cheque', whileAlive],
  ['tds', whileUnsettled],
  ['request a write-off', whileUnsettled],
  ['move money to it', whileUnsettled],
  ['clear a cheque', whileAlive],
  ['bounce a cheque', whileAny],
  ['approve a write-off', whileUnsettled],
  ['reject a write-off', whileAny],
  ['take an entry back', whileAny],
])('a bill allows the action “%s” while it is %s', async (action, states) => {
  const done: BillState[] = [];
  for (const state of billStates) {
    const bill = await makeBill(100_000);
    const other = await makeBill(5000);
    const { paymentId: elsewhere } = await house.pay(other.bill_number, 5000, other.id);
    const needs = /cheque|write-off|entry/.test(action) && !/^(request|take a cheque)/.test(action);
    const of = async (kind: 'cheque' | 'write-off' | 'neft', pattern: RegExp) =>
      needs && pattern.test(action) ? (await house.record(bill.id, { kind, amount: 100 })).key : '';
    const prepared = {
      cheque: await of('cheque', /cheque/),
      writeOff: await of('write-off', /write-off/),
      neft: await of('neft', /entry/),
      elsewhere,
    };
    if (state === 'cancelled' && (prepared.cheque || prepared.neft))
      // As earlier releases left it.
      await house.db
        .updateTable('bills')
        .set({ cancelled_at: bill.created_at })
        .where('id', '=', bill.id)
        .execute();
    else if (state !== 'open' || prepared.neft === '') await reach[state](bill);
    const before = await read(bill.id);
    if (prepared.neft === '') expect(before.state).toBe(state);
    const isDone = await tried[action]?.(before, prepared);
    if (isDone) done.push(state);
    else expect(await read(bill.id), 'a refused action changes nothing').toEqual(before);
  }
  expect(done.join(' ')).toBe(billStates.filter((state) => states.split(' ').includes(state)).join(' '));
});

test('a bill that holds money stays: refund its money first, then cancel it', async () => {
  const bill = await makeBill(100_000);
  const { paymentId } = await house.pay(bill.bill_number, 40_000, bill.id);
  expect(await house.change(bill.id, 'cancel')).toBe('not-now');
  await house.refund(paymentId, 40_000);
  const cheque = await house.record(bill.id, { kind: 'cheque', amount: 1000 });
  expect(await house.change(bill.id, 'cancel')).toBe('not-now');
  await house.apply(cheque.key, 'bounce');
  expect(await house.change(bill.id, 'cancel')).toBe('done');
});

const findItems = async ({ id }: BillWithState) =>
  (await house.items()).filter((item) => item.bill_id === id);

test('a surplus is what was paid above the bill by any method, and never a whole payment', async () => {
  const bill = await makeBill(149_950);
  const first = await house.pay(bill.bill_number, 100_000, bill.id);
  house.clock.at += 1000;
  const second = await house.pay(bill.bill_number, 50_950, bill.id);
  house.clock.at -= 1000;
  const surplus = async () =>
    (await surplusPayments(house.db, [first.orderId, second.orderId])).map((one) => [
      one.id,
      one.surplus,
      one.of,
    ]);
  expect(await surplus()).toEqual([[second.paymentId, 1000, 'overpaid']]);
  const items = async () => (await findItems(bill)).map(({ kind, amount }) => [kind, amount]);
  expect(await items()).toEqual([['overpaid', 1000]]);
  await house.record(bill.id, { amount: 149_951 });
  // Manual entries alone now exceed the bill; all surpluses add up to paid − amount.
  const all = (await items()).reduce((sum, [, amount]) => sum + Number(amount), 0);
  expect(all).toBe((await read(bill.id)).paid - 149_950);
});

test('money for a cancelled bill belongs to its customer and waits for staff', async () => {
  const bill = await makeBill(100_000);
  const begun = await house.begin(bill.bill_number, 100_000, bill.id);
  expect(await house.change(bill.id, 'cancel')).toBe('done');
  const { paymentId } = await house.capture(begun.orderId, 100_000);
  const items = () => findItems(bill);
  expect(await items()).toMatchObject([{ kind: 'paid-cancelled', amount: 100_000, order_id: begun.orderId }]);
  const phone = bill.customer_phone ?? '';
  expect(await readStatement(house.db, phone, house.clock.at)).toMatchObject({ balance: -100_000 });
  const again = await house.makeBill(60_000, { bill_number: bill.bill_number, customer_phone: phone });
  expect(again).toMatchObject({ state: 'open', paid: 0 });
  expect(await house.move(paymentId, again, 60_000)).toBe('done');
  expect(await read(again.id)).toMatchObject({ state: 'paid', paid: 60_000 });
  expect(await items()).toMatchObject([{ kind: 'paid-cancelled', amount: 40_000 }]);
  await house.refund(paymentId, 40_000);
  expect(await items()).toEqual([]);
  expect(await readStatement(house.db, phone, house.clock.at)).toMatchObject({ balance: 0 });
  const { bills } = await listBills(house.db, { search: bill.bill_number }, house.clock.at);
  expect(bills.map(({ state, paid }) => [state, paid]).sort()).toEqual([
    ['cancelled', 0],
    ['paid', 60_000],
  ]);
});

test('money paid with the number of a cancelled bill waits for staff, or pays a new bill with that number', async () => {
  const bill = await makeBill(100_000);
  const { orderId } = await house.begin(bill.bill_number, 100_000);
  expect(await house.change(bill.id, 'cancel')).toBe('done');
  await house.capture(orderId, 100_000);
  const items = () => findItems(bill);
  expect(await items()).toMatchObject([{ kind: 'paid-cancelled', amount: 100_000, order_id: orderId }]);
  const again = await house.makeBill(100_000, {
    bill_number: bill.bill_number,
    customer_phone: bill.customer_phone ?? '',
  });
  expect(again).toMatchObject({ state: 'paid', paid: 100_000 });
  expect(await items()).toEqual([]);
});

test('a reservation holds its amount until it is released or expires with its process', async () => {
  const bill = await makeBill(500_000);
  const of = (key: string) =>
    reserveAmount(house.db, { id: key, billId: bill.id, amount: 100_000 }, payProblem, house.clock.at);
  for (const key of ['a', 'b', 'c', 'd', 'e']) expect((await of(key)).problem).toBeUndefined();
  expect((await of('f')).problem).toMatchObject({ outcome: 'taken', amount: 500_000 });
  await releaseReservation(house.db, 'a');
  expect((await of('g')).problem).toBeUndefined();
  house.clock.at += 3 * 60_000;
  expect(await of('h')).toEqual({ problem: undefined, others: undefined });
  house.clock.at -= 3 * 60_000;
});

test('a link lasts until the due date and the last reminder of its bill, or longer', () => {
  const dayOf = (until: string, dueOn: string | null, days: number[]) =>
    dayInIndia(linkEnd(noonOf(until), dueOn, days));
  expect(dayOf('2026-12-31', '2026-10-01', [-3, 0, 7])).toBe('2026-12-31');
  // Reminded for the last time on 8 January, or three days later.
  expect(dayOf('2026-12-31', '2027-01-01', [-3, 0, 7])).toBe('2027-01-12');
  // A link works on the whole of the due date, at whose end it expires.
  expect(dayOf('2026-12-31', '2027-01-01', [])).toBe('2027-01-02');
  expect(dayOf('2026-12-31', '2027-01-20', [-15])).toBe('2027-01-21');
  expect(dayOf('2026-12-31', null, [0])).toBe('2026-12-31');
});

test('a bill is found by its amount and by the UTRs of its payments, in any spelling', async () => {
  const bill = await makeBill(7_654_350);
  await house.record(bill.id, { amount: 10_000, reference: 'HDFC 5521-0098 7766' });
  const found = async (search: string) =>
    (await listBills(house.db, { search }, house.clock.at)).bills.map((one) => one.id);
  for (const search of ['76543.50', '₹76,543.50', 'hdfc552100987766', 'HDFC 5521', '00987766'])
    expect(await found(search), search).toEqual([bill.id]);
  for (const search of ['76543.51', '7654350', 'HDFC5522', '99999999999'])
    expect(await found(search)).toEqual([]);
  const notice = await makeBill(5000);
  await addCustomerNotice(house.payments, notice.link_token ?? '', '', { number: 'ICIC 8877 6655 4433' });
  expect(await found('icic8877')).toEqual([notice.id]);
  const online = await makeBill(5000);
  const { paymentId } = await house.pay(online.bill_number, 5000, online.id);
  await house.db
    .updateTable('payments')
    .set({ reference: '633344445555' })
    .where('id', '=', paymentId)
    .execute();
  expect(await found('6333 4444 5555')).toEqual([online.id]);
  const { orders } = await listOrders(house.db, { search: '6333-4444 5555' });
  expect(orders.map(({ bill_number }) => bill_number)).toEqual([online.bill_number]);
});

test('a bill lists its online payments, also if the payer typed its number in another way', async () => {
  const bill = await makeBill(5000);
  const typed = await house.pay(bill.bill_number.toLowerCase().replace('-', ' - '), 2000);
  const linked = await house.pay(bill.bill_number, 3000, bill.id);
  await house.pay((await makeBill(5000)).bill_number, 2000);
  const { orders } = await listOrders(house.db, { bill: bill.id });
  expect(orders.map((order) => order.id).sort()).toEqual([typed.orderId, linked.orderId].sort());
});
