import { expect, test } from 'vitest';
import { addDays, dayInIndia } from '#web/contracts/india.ts';
import { closeMonth } from '#web/payments/back-office/months.ts';
import { exportOwed, groupByCustomer, readOwedBills, sumParts } from '#web/payments/back-office/owing.ts';
import { readStatement } from '#web/payments/bills/statement.ts';
import { propertySeed } from '../../support/property-seed.ts';
import { seededRandom } from '../../support/random.ts';
import { asha, ledgerPerTest, noonOf, ravi } from './test-ledger.ts';

const house = await ledgerPerTest();
const random = seededRandom(propertySeed);
const first = '2026-01-05';
/** An event as an accountant writes it down: the day, the bill, and paise more to pay or in uncleared cheques. */
type Event = { day: string; bill: string; open: number; cheque: number };
type Made = { id: string; number: string; phone: string; on: string; due: string | null; amount: number };
type Paid = { id: string; bill: Made; order: number; whole: number; returned: number; isDisputed: boolean };

const bills: Made[] = [];
const events: Event[] = [];
const cancelled = new Map<string, string>();
const disputes: { bill: string; from: string; to?: string; payment: Paid; id: string }[] = [];
const payments: Paid[] = [];
const cheques: { key: string; bill: string; amount: number }[] = [];
const entered: { key: string; bill: string; amount: number }[] = [];

const today = () => dayInIndia(house.clock.at);
const note = (bill: string, open: number, cheque = 0, day = today()) =>
  events.push({ day, bill, open, cheque });
/** A payment's money leaves its bill first, then the fee on top of it. */
function takeBack(payment: Paid, amount: number) {
  const left = (returned: number) => Math.min(payment.order, returned);
  note(payment.bill.id, left(payment.returned + amount) - left(payment.returned));
  payment.returned += amount;
}

const steps: (() => Promise<unknown>)[] = [
  async function payOnline() {
    const bill = random.pick(bills);
    if (!bill || cancelled.has(bill.id)) return;
    const order = random.chance(0.5) ? bill.amount : random.int(100, bill.amount);
    const fee = random.chance(0.2) ? random.int(1, 500) : 0;
    const { paymentId } = await house.pay(bill.number, order, random.chance(0.7) ? bill.id : undefined, fee);
    payments.push({ id: paymentId, bill, order, whole: order + fee, returned: 0, isDisputed: false });
    note(bill.id, -order);
  },
  async function refund() {
    const payment = random.pick(payments.filter((one) => !one.isDisputed && one.returned < one.whole));
    if (!payment) return;
    const amount = random.int(1, payment.whole - payment.returned);
    await house.refund(payment.id, amount);
    takeBack(payment, amount);
  },
  async function move() {
    const payment = random.pick(payments.filter((one) => one.returned < one.whole));
    const to = random.pick(bills);
    if (!payment || !to || cancelled.has(to.id)) return;
    const amount = random.int(100, Math.max(100, payment.whole - payment.returned));
    if ((await house.move(payment.id, to.number, amount)) !== 'done') return;
    takeBack(payment, amount);
    note(to.id, -amount);
  },
  async function record() {
    const bill = random.pick(bills);
    if (!bill) return;
    const kind = random.pick(['neft', 'cash', 'tds', 'write-off', 'credit', 'cheque'] as const) ?? 'neft';
    const amount = random.int(100, bill.amount);
    const typed = addDays(today(), -random.int(0, 40));
    const day = typed < first ? first : typed;
    const about = kind === 'tds' ? { section: '194J', rate: '10' } : {};
    const { key, outcome } = await house.record(bill.id, { kind, amount, day, ...about });
    if (outcome !== 'done') return;
    if (kind === 'cheque') {
      note(bill.id, 0, amount, day);
      cheques.push({ key, bill: bill.id, amount });
      return;
    }
    const isApproved = kind === 'write-off' || kind === 'credit';
    if (isApproved && (await house.apply(key, 'approve', ravi)) !== 'done') return;
    note(bill.id, -amount, 0, isApproved ? today() : day);
    entered.push({ key, bill: bill.id, amount });
  },
  async function endCheque() {
    const cheque = random.pick(cheques);
    if (!cheque) return;
    const isCleared = random.chance(0.6);
    const { key, bill, amount } = cheque;
    if ((await house.apply(key, isCleared ? 'clear' : 'bounce', asha)) !== 'done') return;
    note(bill, isCleared ? -amount : 0, -amount);
    cheques.splice(cheques.indexOf(cheque), 1);
  },
  async function reverse() {
    const entry = random.pick(entered);
    if (!entry || (await house.apply(entry.key, 'reverse')) !== 'done') return;
    note(entry.bill, entry.amount);
    entered.splice(entered.indexOf(entry), 1);
  },
  async function cancel() {
    const bill = random.pick(bills);
    if (bill && (await house.change(bill.id, 'cancel')) === 'done') cancelled.set(bill.id, today());
  },
  async function dispute() {
    const payment = random.pick(payments.filter((one) => one.returned === 0 && !one.isDisputed));
    if (!payment) return;
    const id = `disp_${random.id().slice(0, 14)}`;
    payment.isDisputed = true;
    await house.dispute({ paymentId: payment.id, amount: payment.whole }, 'open', id);
    disputes.push({ bill: payment.bill.id, from: today(), payment, id });
  },
  async function decide() {
    const open = random.pick(disputes.filter(({ to }) => to === undefined));
    if (!open) return;
    const { payment, id } = open;
    const status = random.chance(0.5) ? 'won' : 'lost';
    await house.dispute({ paymentId: payment.id, amount: payment.whole }, status, id);
    open.to = today();
  },
];

/** Sums the events of a bill until a day, independently of the ledger. */
function partsOn(bill: Made, day: string): Record<string, number> {
  const known = events.filter((event) => event.bill === bill.id && event.day <= day);
  const isBilled = bill.on <= day && !((cancelled.get(bill.id) ?? '9') <= day);
  const open = (isBilled ? bill.amount : 0) + known.reduce((sum, event) => sum + event.open, 0);
  if (open === 0) return {};
  if (open < 0) return { credit: open };
  if (disputes.some(({ bill: of, from, to = '9' }) => of === bill.id && from <= day && to > day))
    return { disputed: open };
  const cheque = Math.min(
    open,
    known.reduce((sum, event) => sum + event.cheque, 0),
  );
  const late = (Date.parse(day) - Date.parse(bill.due ?? bill.on)) / 86_400_000;
  const age =
    late <= 0 ? 'not-due' : late < 31 ? '1-30' : late < 61 ? '31-60' : late < 91 ? '61-90' : 'over-90';
  return { ...(cheque && { cheque }), ...(open > cheque && { [age]: open - cheque }) };
}

const withoutZeros = (parts: Record<string, number>) =>
  Object.fromEntries(Object.entries(parts).filter(([, sum]) => sum !== 0));

test(`500 random bills agree with their events and statements to the paisa (TEST_SEED=${propertySeed})`, async () => {
  for (let day = first; bills.length < 500; day = addDays(day, 1)) {
    house.clock.at = noonOf(day);
    if (day.endsWith('-20'))
      await closeMonth(house.payments, addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7), asha);
    for (let made = random.int(0, 4); made > 0; made -= 1) {
      const amount = random.int(100, 5_000_000);
      const due = random.chance(0.8) ? addDays(day, random.int(-20, 90)) : null;
      const phone = String(9_000_000_000 + random.int(0, 60));
      const bill = await house.makeBill(amount, { due_on: due, customer_phone: phone });
      bills.push({ id: bill.id, number: bill.bill_number, phone, on: day, due, amount });
    }
    for (let more = random.int(0, 5); more > 0; more -= 1) await random.pick(steps)?.();
  }
  const now = house.clock.at;
  const last = today();
  const span = (Date.parse(last) - Date.parse(first)) / 86_400_000;
  const days = [...Array.from({ length: 9 }, () => addDays(first, random.int(0, span))), last];
  const seen = new Set<string>();
  for (const day of days) {
    const owed = await readOwedBills(house.db, day, now);
    const expected = bills.flatMap((bill): [string, object][] => {
      const parts = partsOn(bill, day);
      for (const part of Object.keys(parts)) seen.add(part);
      return Object.keys(parts).length > 0 ? [[bill.number, parts]] : [];
    });
    const actual = owed.map(({ bill_number, parts }): [string, object] => [bill_number, withoutZeros(parts)]);
    expect(Object.fromEntries(actual), day).toEqual(Object.fromEntries(expected));
    for (const { parts, balance } of owed)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(balance);
    const customers = groupByCustomer(owed);
    expect(sumParts(customers)).toEqual(sumParts(owed));
    const late = customers.map(({ parts }) => parts['61-90'] + parts['over-90']);
    expect(late).toEqual([...late].sort((a, b) => b - a));
  }
  expect(seen.size).toBe(8);
  const owed = await readOwedBills(house.db, last, now);
  for (const phone of new Set(bills.map((bill) => bill.phone))) {
    const own = owed.filter(({ customer_phone }) => customer_phone === phone);
    const { balance, lines } = await readStatement(house.db, phone, now);
    expect(
      own.reduce((sum, bill) => sum + bill.balance, 0),
      phone,
    ).toBe(balance);
    expect(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      phone,
    ).toBe(balance);
  }
});

test('the CSV has a line per bill, guards formulas, and has the 45 days only with an Udyam number', async () => {
  await house.makeBill(123_456, { customer_name: '=HYPERLINK("http://x")', due_on: '2026-10-01' });
  house.clock.at += 1000;
  await house.makeBill(50, { customer_name: 'आशा', customer_phone: '9123456780' });
  house.clock.at += 1000;
  const { id } = await house.makeBill(100, { customer_phone: '9000000000' });
  await house.record(id, { amount: 150 });
  house.clock.at = noonOf('2026-11-15');
  const owed = await readOwedBills(house.db, '2026-11-15', house.clock.at);
  const [header, ...rows] = (await (await exportOwed(owed, '2026-11-15', true)).text())
    .trimEnd()
    .split('\r\n');
  expect(header).toContain('"45 days end (MSMED Act)"');
  expect(rows).toEqual([
    `"'=HYPERLINK(""http://x"")","9876543210","HOUSE-1","=""2026-10-12""","=""2026-10-01""","45","=""2026-11-26""",1234.56,0.00,0.00,1234.56,0.00,0.00,0.00,0.00,0.00,1234.56`,
    '"आशा","9123456780","HOUSE-2","=""2026-10-12""",,"34","=""2026-11-26""",0.50,0.00,0.00,0.50,0.00,0.00,0.00,0.00,0.00,0.50',
    '"Asha Verma","9000000000","HOUSE-3","=""2026-10-12""",,"34",,1.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,-0.50,-0.50',
  ]);
  expect(groupByCustomer(owed).map(({ creditEndsOn }) => creditEndsOn)).toEqual([
    ...['2026-11-26', '2026-11-26'],
    null,
  ]);
  expect(await (await exportOwed(owed, '2026-11-15', false)).text()).not.toContain('45 days');
});
