import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sumEntries } from '#web/payments/back-office/listing.ts';
import { requestRefund } from '#web/payments/back-office/refund-requests.ts';
import { manualEntryBodySchema } from '#web/payments/bodies.ts';
import { readManualEntries } from '#web/payments/ledger/manual-entries.ts';
import { reviewSurplus, surplusPayments } from '#web/payments/ledger/surplus-payments.ts';
import { addCertificate } from '#web/payments/manual-entries/actions.ts';
import { asha, ledgerPerFile, noonOf, ravi, readOutcome } from './test-ledger.ts';

const house = await ledgerPerFile();

const surplusOf = async (orderId: string) =>
  (await surplusPayments(house.db, [orderId])).map(({ id, surplus }) => [id, surplus]);

test('₹1,00,000 with ₹10,000 TDS, ₹40,000 by NEFT and the rest by UPI is paid', async () => {
  const bill = await house.makeBill(10_000_000);
  const before = await sumEntries(house.db, { from: '', to: '9999' });
  await house.record(bill.id, { kind: 'tds', amount: 1_000_000, section: '194J', rate: '10', reference: '' });
  await house.record(bill.id, { amount: 4_000_000, reference: 'UTR1' });
  expect(await house.stateOf(bill.id)).toEqual({ state: 'part-paid', paid: 5_000_000, cheques: 0 });
  const { orderId } = await house.pay(bill.bill_number, 5_000_000, bill.id);
  expect(await house.stateOf(bill.id)).toEqual({ state: 'paid', paid: 10_000_000, cheques: 0 });
  expect(await surplusOf(orderId)).toEqual([]);
  const after = await sumEntries(house.db, { from: '', to: '9999' });
  expect(after.captured - before.captured).toBe(5_000_000);
  expect(after.received - before.received).toBe(4_000_000);
  expect(after.tds - before.tds).toBe(1_000_000);
});

test.each([
  ['in another case', 'SBIN0012345678901', 'sbin0012345678901', 'neft'],
  ['with spaces and dashes', 'SBIN0012345678901', 'SBIN 0012-3456 78901', 'neft'],
  ['with a dash of Word', 'SBIN-0012345678901', 'SBIN\u20130012345678901', 'neft'],
  ['as another kind of transfer', 'SBIN0012345678901', 'SBIN0012345678901', 'rtgs'],
] as const)('the same UTR %s is refused', async (_how, first, second, kind) => {
  const bill = await house.makeBill(50_000);
  expect((await house.record(bill.id, { reference: first })).outcome).toBe('done');
  expect((await house.record(bill.id, { reference: second, kind })).outcome).toBe('same-reference');
  expect((await house.record(bill.id, { reference: `${second}9`, kind })).outcome).toBe('done');
  expect((await house.record(bill.id, { reference: second, kind: 'cash' })).outcome).toBe('done');
});

test('a certificate that was added in another spelling was added before', async () => {
  const bill = await house.makeBill(50_000);
  const { key } = await house.record(bill.id, { kind: 'tds', reference: '', section: '194J', rate: '10' });
  const add = async (reference: string) => readOutcome(addCertificate(house.payments, key, reference, asha));
  expect(await add('ABCDE 12')).toBe('done');
  expect(await add('abcde12')).toBe('done');
  expect(await add('ABCDE13')).toBe('over');
});

test('a cheque settles nothing until it clears, and nothing if it bounces', async () => {
  const bill = await house.makeBill(50_000);
  const cheque = { kind: 'cheque' as const, amount: 50_000 };
  const first = await house.record(bill.id, cheque);
  expect(await house.stateOf(bill.id)).toEqual({ state: 'open', paid: 0, cheques: 50_000 });
  expect(await house.apply(first.key, 'bounce')).toBe('done');
  expect(await house.apply(first.key, 'clear')).toBe('over');
  const [bounced] = await readManualEntries(house.db, bill.id);
  expect(bounced).toMatchObject({ state: 'bounced', ended_on: '2026-10-12', ended_detail: 'why' });
  expect(await house.stateOf(bill.id)).toEqual({ state: 'open', paid: 0, cheques: 0 });
  const second = await house.record(bill.id, cheque);
  expect(await house.apply(second.key, 'clear', asha, '2026-10-13')).toBe('later-day');
  expect(await house.apply(second.key, 'clear', asha, '2026-10-11')).toBe('earlier-day');
  expect(await house.apply(second.key, 'clear')).toBe('done');
  expect(await house.stateOf(bill.id)).toEqual({ state: 'paid', paid: 50_000, cheques: 0 });
  expect(await house.apply(second.key, 'reverse')).toBe('done');
  expect(await house.apply(second.key, 'reverse')).toBe('over');
  expect(await house.stateOf(bill.id)).toEqual({ state: 'open', paid: 0, cheques: 0 });
});

test('a write-off and a credit need a second person, and are limited to the open amount', async () => {
  const bill = await house.makeBill(50_000);
  for (const kind of ['write-off', 'credit'] as const) {
    const requested = await house.record(bill.id, { kind, amount: 20_000, reference: '' });
    expect(await house.stateOf(bill.id)).toMatchObject({ state: 'open', paid: 0 });
    expect(await house.apply(requested.key, 'approve', asha)).toBe('own');
    expect(await house.apply(requested.key, 'reject', asha)).toBe('done');
    expect(await house.apply(requested.key, 'approve', ravi)).toBe('over');
  }
  expect(await house.record(bill.id, { kind: 'credit', amount: 50_001 })).toMatchObject({
    outcome: 'too-much',
  });
  const [one, two] = [
    await house.record(bill.id, { kind: 'credit', amount: 30_000 }),
    await house.record(bill.id, { kind: 'write-off', amount: 30_000 }),
  ];
  expect(await house.apply(one.key, 'approve', ravi)).toBe('done');
  expect(await house.apply(two.key, 'approve', ravi)).toBe('too-much');
  expect(await house.stateOf(bill.id)).toMatchObject({ state: 'part-paid', paid: 30_000 });
});

test('a repeated request makes one entry, by its key and by its reference', async () => {
  const bill = await house.makeBill(50_000);
  const sent = { key: randomUUID(), amount: 20_000, reference: 'UTR-TWICE' };
  const [first, again] = await Promise.all([house.record(bill.id, sent), house.record(bill.id, sent)]);
  expect([first.outcome, again.outcome]).toEqual(['done', 'done']);
  expect(await house.stateOf(bill.id)).toMatchObject({ paid: 20_000 });
  expect((await house.record(bill.id, { ...sent, amount: 30_000 })).outcome).toBe('other-request');
  expect((await house.record(bill.id, { ...sent, key: randomUUID() })).outcome).toBe('same-reference');
  // A cheque in hand settles nothing yet, but is the same cheque.
  const cheque = { kind: 'cheque', amount: 5000, reference: '000123' } as const;
  const twice = [await house.record(bill.id, cheque), await house.record(bill.id, cheque)];
  expect(twice.map(({ outcome }) => outcome)).toEqual(['done', 'same-reference']);
  expect((await house.record('none', sent)).outcome).toBe('unknown');
  expect((await house.record(bill.id, { day: '2026-10-13' })).outcome).toBe('later-day');
});

test('a duplicate payment is moved to another bill, and back by a counter-entry', async () => {
  const [bill, other] = [await house.makeBill(50_000), await house.makeBill(80_000)];
  await house.pay(bill.bill_number, 50_000, bill.id);
  house.clock.at += 1000;
  const second = await house.pay(bill.bill_number, 50_000, bill.id);
  house.clock.at -= 1000;
  expect(await surplusOf(second.orderId)).toEqual([[second.paymentId, 50_000]]);
  const key = randomUUID();
  const moves = [1, 2].map(() =>
    house.move(second.paymentId, ` ${other.bill_number.toLowerCase()}`, 50_000, key),
  );
  expect(await Promise.all(moves)).toEqual(['done', 'done']);
  expect(await house.stateOf(bill.id)).toMatchObject({ state: 'paid', paid: 50_000 });
  expect(await house.stateOf(other.id)).toMatchObject({ state: 'part-paid', paid: 50_000 });
  expect(await surplusOf(second.orderId)).toEqual([]);
  expect(await house.move(second.paymentId, other.bill_number, 100)).toBe('too-much');
  // Moved money cannot be refunded as well.
  const refund = { key: randomUUID(), paymentId: second.paymentId, amount: 100, reason: 'twice' };
  expect(await requestRefund(house.payments, second.orderId, refund, asha)).toEqual({
    outcome: 'too-much',
    open: 0,
  });
  expect([await house.apply(key, 'reverse'), await house.apply(key, 'reverse')]).toEqual(['done', 'over']);
  expect(await house.stateOf(bill.id)).toMatchObject({ state: 'overpaid', paid: 100_000 });
  expect(await house.stateOf(other.id)).toMatchObject({ state: 'open', paid: 0 });
  expect(await surplusOf(second.orderId)).toEqual([[second.paymentId, 50_000]]);
});

test('money is moved to a bill once, even if requested again the next day', async () => {
  const [bill, other] = [await house.makeBill(50_000), await house.makeBill(80_000)];
  const { paymentId } = await house.pay(bill.bill_number, 50_000, bill.id);
  const key = randomUUID();
  expect(await house.move(paymentId, other.bill_number, 10_000, key)).toBe('done');
  house.clock.at += 86_400_000;
  expect(await house.move(paymentId, other.bill_number, 10_000, key)).toBe('done');
  house.clock.at -= 86_400_000;
  expect(await house.stateOf(other.id)).toMatchObject({ paid: 10_000 });
});

test('a duplicate payment that staff had settled stays settled when its money is moved back', async () => {
  const [bill, other] = [await house.makeBill(50_000), await house.makeBill(80_000)];
  await house.pay(bill.bill_number, 50_000, bill.id);
  house.clock.at += 1000;
  const second = await house.pay(bill.bill_number, 50_000, bill.id);
  expect(await reviewSurplus(house.db, { orderId: second.orderId }, asha, house.clock.at)).toBe(50_000);
  house.clock.at -= 1000;
  const key = randomUUID();
  expect(await house.move(second.paymentId, other.bill_number, 50_000, key)).toBe('done');
  expect(await house.apply(key, 'reverse')).toBe('done');
  expect(await surplusOf(second.orderId)).toEqual([]);
});

test('money cannot be moved to a bill it would overpay, its own bill, a missing bill, or while disputed', async () => {
  const [bill, other] = [await house.makeBill(50_000), await house.makeBill(20_000)];
  const { paymentId } = await house.pay(bill.bill_number, 50_000, bill.id);
  expect(await house.move(paymentId, other.bill_number, 20_001)).toBe('too-much');
  expect(await house.move(paymentId, bill.bill_number, 100)).toBe('same-bill');
  expect(await house.move(paymentId, 'NO-SUCH-BILL', 100)).toBe('unknown');
  expect(await house.move('pay_00000000000nope', other.bill_number, 100)).toBe('unknown');
  await house.dispute({ paymentId, amount: 50_000 }, 'open');
  expect(await house.move(paymentId, other.bill_number, 100)).toBe('disputed');
});

test('each action is in the audit log with who, when and from where', async () => {
  const bill = await house.makeBill(50_000);
  const { key } = await house.record(bill.id, { kind: 'credit', amount: 20_000 });
  await house.apply(key, 'approve', ravi);
  const audited = (await house.audited()).filter(({ subject }) => subject === bill.bill_number);
  const at = new Date(house.clock.at).toISOString();
  expect(audited).toMatchObject([
    { act: 'credit.asked', actor: 'Asha', address: asha.address, at },
    { act: 'credit.approved', actor: 'Ravi', address: ravi.address, at },
  ]);
});

const typed = {
  key: 'k'.repeat(16),
  kind: 'neft',
  amount: '₹40,000',
  day: '2026-10-12',
  reference: 'UTR1',
};
test.each([
  [typed, []],
  [{ ...typed, reference: ' ' }, ['reference']],
  [{ ...typed, kind: 'cash', reference: '' }, []],
  [{ ...typed, kind: 'cheque', reference: '' }, ['reference']],
  [{ ...typed, kind: 'tds' }, ['section', 'rate']],
  [{ ...typed, kind: 'tds', section: '393(1), code 1027', rate: '10' }, []],
  [{ ...typed, kind: 'tds', section: '194J', rate: '10' }, ['section']],
  [{ ...typed, kind: 'credit' }, ['reason']],
  [{ ...typed, kind: 'write-off', amount: '0.50', reason: 'rounding' }, []],
  [{ ...typed, kind: 'write-off', amount: '0', reason: 'rounding' }, ['amount']],
  [{ ...typed, kind: 'moved' }, ['kind']],
  [{ ...typed, amount: '40000.001' }, ['amount']],
  [{ ...typed, amount: 40_000 }, ['amount']],
  [{ ...typed, day: '2026-02-30' }, ['day']],
  [{ ...typed, reference: '\u200b\u0000' }, ['reference']],
])('typed input %j has faults in %j', (body, faults) => {
  const { error } = manualEntryBodySchema.safeParse(body);
  expect((error?.issues ?? []).map(({ path: [field] }) => field)).toEqual(faults);
});

test('an entry is dated by the day that staff enter', async () => {
  const bill = await house.makeBill(50_000);
  const { key } = await house.record(bill.id, { day: '2026-10-02' });
  await house.apply(key, 'reverse');
  const entries = await house.db
    .selectFrom('entries')
    .select(['at', 'amount'])
    .where('subject', '=', key)
    .orderBy('id')
    .execute();
  expect(entries.map(({ at, amount }) => [at, amount])).toEqual([
    ['2026-10-01T18:30:00.000Z', 10_000],
    [new Date(noonOf('2026-10-12')).toISOString(), -10_000],
  ]);
});
