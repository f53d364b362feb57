/** @module-tag protect */
import { expect, test } from 'vitest';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { listOrders } from '#web/payments/back-office/listing.ts';
import { closeMonth } from '#web/payments/back-office/months.ts';
import { findOrder, insertOrder, readPayments } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import type { GatewayPayment } from '#web/payments/razorpay/entities.ts';
import { audit } from '#web/staff/audit.ts';
import { bill, gatewayOrder, id, now, payment } from '../../integration/payments/samples.ts';
import { retention } from '../../support/retention.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { asha, ledgerPerFile } from './test-ledger.ts';

const day = 24 * 3_600_000;

const house = await ledgerPerFile(await createRunDatabase());
const { db } = house;
house.clock.at = now;
const order = (requestKey?: string, at = now) =>
  insertOrder(db, gatewayOrder(), bill, { requestKey, now: at });

test('closes a month while payments are being added: later ones are dated their own day and say so', async () => {
  const made = Date.parse('2026-01-31T18:29:00.000Z');
  const closing = made + 90_000;
  const orders = await Promise.all(Array.from({ length: 20 }, () => order(undefined, made)));
  const entering = orders.map(({ id }) =>
    recordPayment(db, payment(id, { created_at: made / 1000 }), 'webhook', closing),
  );
  const { settings } = house.payments;
  expect(await closeMonth({ db, settings, now: () => closing }, '2026-01', asha)).toBe('closed');
  const { id: another } = await order(undefined, made);
  const ids = [...orders.map(({ id }) => id), another];
  const entries = db.selectFrom('entries').where('order_id', 'in', ids);
  const january = () => entries.select('id').where('at', '<', '2026-01-31T18:30').orderBy('id').execute();
  const closed = await january();
  const [first] = await Promise.all(entering);
  await recordPayment(db, payment(another, { created_at: made / 1000 }), 'sweep', closing);
  expect(await january()).toEqual(closed);
  expect(first?.outcome).toBe('recorded');
  const late = await entries.select(['at', 'belongs_to']).where('at', '>=', '2026-01-31T18:30').execute();
  expect(late.length).toBeGreaterThanOrEqual(3);
  expect(late.length + closed.length).toBe(21 * 3);
  for (const entry of late)
    expect(entry).toEqual({ at: new Date(closing).toISOString(), belongs_to: '2026-01-31' });
});

test('two requests with one key create one order, also concurrently', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => order('same-key-1')));
  expect(new Set(made.map((one) => one.id)).size).toBe(1);
});

test('concurrent and repeated reports of one payment are recorded once', async () => {
  const { id: orderId } = await order();
  const seen = payment(orderId);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      recordPayment(db, seen, index % 2 ? 'webhook' : 'verification', now),
    ),
  );
  expect(outcomes.filter((one) => one.outcome === 'recorded')).toHaveLength(1);
  expect(await readPayments(db, orderId)).toHaveLength(1);
  expect((await findOrder(db, orderId))?.status).toBe('paid');
  const captures = db.selectFrom('entries').select('id').where('kind', '=', 'captured');
  expect(await captures.where('order_id', '=', orderId).execute()).toHaveLength(1);
});

test('late reports never undo a state', async () => {
  const { id: orderId } = await order();
  const captured = await house.report(orderId);
  for (const status of ['created', 'failed', 'authorized'] as const)
    await house.report(orderId, { ...captured, status });
  expect((await readPayments(db, orderId))[0]?.status).toBe('captured');
  const refunded = { status: 'refunded', amount_refunded: captured.amount } as const;
  await house.report(orderId, { ...captured, ...refunded });
  await house.report(orderId, captured);
  expect((await readPayments(db, orderId))[0]).toMatchObject(refunded);
  expect((await findOrder(db, orderId))?.status).toBe('paid');
});

test('a failed payment can still arrive', async () => {
  const { id: orderId } = await order();
  const failed = await house.report(orderId, { status: 'failed', error_reason: 'payment_timed_out' });
  expect((await findOrder(db, orderId))?.status).toBe('attempted');
  await recordPayment(db, { ...failed, status: 'captured', error_reason: undefined }, 'sweep', now);
  expect((await readPayments(db, orderId))[0]).toMatchObject({ status: 'captured', error_reason: null });
});

test('a payment cannot move to another order, nor to a missing one', async () => {
  const [first, second] = [await order(), await order()];
  const seen = await house.report(first.id);
  const elsewhere = await recordPayment(db, { ...seen, order_id: second.id }, 'webhook', now);
  expect(elsewhere).toEqual({ outcome: 'unexplained', why: 'order' });
  const unknown = await recordPayment(db, payment(id('order')), 'webhook', now);
  expect(unknown).toEqual({ outcome: 'unexplained', why: 'unknown order' });
});

test('a payment that was not captured in time and returned was never paid', async () => {
  const billNumber = `GIVEN-BACK`;
  const { id: orderId } = await house.order({ billNumber });
  const late = await house.report(orderId, { status: 'authorized' });
  const returned = { status: 'refunded', captured: false, amount_refunded: late.amount } as const;
  await house.report(orderId, { ...late, ...returned });
  expect(await findOrder(db, orderId)).toMatchObject({ status: 'attempted', paid_at: null });
  const listed = async () => (await listOrders(db, { search: billNumber })).orders;
  expect(await listed()).toMatchObject([{ paid_amount: 0, refunded_amount: 0 }]);
  expect((await listOrders(db, { search: billNumber, state: 'refunded' })).orders).toEqual([]);

  const taken = await house.report(orderId);
  expect((await findOrder(db, orderId))?.status).toBe('paid');
  expect(await listed()).toMatchObject([
    { paid_amount: bill.amountPaise, refunded_amount: 0, payment_id: taken.id },
  ]);
});

test('a capture has the gateway’s own time, whenever it is reported', async () => {
  const paidAt = async (change: Partial<GatewayPayment>, at: number) => {
    const { id: orderId } = await order(undefined, now - 60_000);
    const recorded = await recordPayment(db, payment(orderId, change), 'sweep', at);
    expect(recorded.outcome).toBe('recorded');
    return (await findOrder(db, orderId))?.paid_at;
  };
  expect(await paidAt({}, now + 3 * day)).toBe('2026-03-01T10:00:00.000Z');
  expect(await paidAt({}, now + 90_000)).toBe('2026-03-01T10:00:00.000Z');
  // Razorpay's clock may be ahead of ours.
  expect(await paidAt({ created_at: now / 1000 + 30 }, now)).toBe('2026-03-01T10:00:30.000Z');
});

test('names and numbers are erased after the retention period, amounts stay', async () => {
  const open = await order(undefined, now - 40 * day);
  const paid = await order(undefined, now - 40 * day);
  const seen = payment(paid.id, { vpa: 'asha@okicici' });
  await recordPayment(db, seen, 'webhook', now - 40 * day);
  const [requestId, reason] = [id('request'), 'Asha moved away'];
  await db
    .insertInto('refund_requests')
    .values({
      ...{ id: requestId, order_id: paid.id, payment_id: seen.id, amount: 100, reason },
      ...{ state: 'rejected', requested_by: 'Finance', requester_id: 'finance' },
      created_at: new Date(now).toISOString(),
    })
    .execute();
  await audit(db, { actor: asha, act: 'refund.requested', subject: paid.id, detail: reason }, now);
  await erasePersonalData(db, retention(365), now);
  const remaining = async () => [
    (await readPayments(db, paid.id))[0]?.vpa,
    (await db.selectFrom('refund_requests').select('reason').where('id', '=', requestId).execute())[0]
      ?.reason,
    (await db.selectFrom('audit').select('detail').where('subject', '=', paid.id).execute())[0]?.detail,
  ];
  expect(await remaining()).toEqual(['asha@okicici', reason, reason]);
  const erased = { customer_name: null, customer_phone: null };
  expect(await findOrder(db, open.id)).toMatchObject({ ...erased, amount: bill.amountPaise });
  expect(await findOrder(db, paid.id)).toMatchObject({ customer_name: bill.customerName });
  await erasePersonalData(db, retention(365), now + 400 * day);
  expect(await findOrder(db, paid.id)).toMatchObject({ customer_name: null, bill_number: bill.billNumber });
  expect(await remaining()).toEqual([null, '', null]);
});
