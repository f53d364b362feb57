import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import type { GatewayPayment } from '#web/payments/gateway.ts';
import { recordFirstCapture } from '#web/payments/ledger/first-capture.ts';
import { eventsOf, findOrder, insertOrder, paymentsOf } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { bill, gatewayOrder, id, now, payment } from './samples.ts';

let postgres: Postgres;
let db: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  db = await openDatabase({ folder: '', databaseUrl: await postgres.createDatabase() });
});
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
});
const order = () => insertOrder(db, gatewayOrder(), bill, { now });
const first = async (change: Partial<GatewayPayment> = {}) => {
  const made = await order();
  const seen = payment(made.id, change);
  return { made, seen, recorded: await recordFirstCapture(db, made, seen, 'verification', now) };
};

test('one statement writes the same as the transaction', async () => {
  const { made, seen, recorded } = await first();
  const slow = await order();
  await recordPayment(db, { ...seen, id: id('pay'), orderId: slow.id }, 'verification', now);
  const written = async (orderId: string) => {
    const stored = await findOrder(db, orderId);
    const rows = [...(await paymentsOf(db, orderId)), ...(await eventsOf(db, orderId))];
    return [stored, ...rows].map((row) => ({
      ...row,
      id: '',
      order_id: '',
      payment_id: '',
      receipt_token: '',
    }));
  };
  expect(await written(made.id)).toEqual(await written(slow.id));
  expect(recorded).toEqual({
    outcome: 'recorded',
    order: await findOrder(db, made.id),
    payment: (await paymentsOf(db, made.id))[0],
    before: undefined,
  });
});

test('writes nothing unless the report is the first of a captured payment of this order', async () => {
  const { made, seen } = await first();
  expect(await recordFirstCapture(db, made, seen, 'verification', now)).toBeUndefined();
  for (const change of [{ status: 'authorized' }, { amount: 1 }, { currency: 'USD' }] as const) {
    const other = await first(change);
    expect([other.recorded, await paymentsOf(db, other.made.id)]).toEqual([undefined, []]);
  }
  const elsewhere = await order();
  expect(
    await recordFirstCapture(db, elsewhere, { ...seen, orderId: elsewhere.id }, 'verification', now),
  ).toBeUndefined();
  expect((await findOrder(db, elsewhere.id))?.status).toBe('created');
  expect(await eventsOf(db, made.id)).toHaveLength(1);
});

test('leaves previously unexplained money to the transaction, which explains it', async () => {
  const known = gatewayOrder();
  const seen = payment(known.id);
  await recordPayment(db, seen, 'webhook', now);
  const made = await insertOrder(db, known, bill, { now });
  expect(await recordFirstCapture(db, made, seen, 'verification', now)).toBeUndefined();
  await recordPayment(db, seen, 'verification', now);
  const entered = await db.selectFrom('entries').select('kind').where('payment_id', '=', seen.id).execute();
  expect(entered.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['unexplained', 'captured', 'explained']),
  );
});

test('waits for a webhook that is recorded concurrently, without a deadlock', async () => {
  for (let round = 0; round < 20; round += 1) {
    const made = await order();
    const seen = payment(made.id);
    const outcomes = await Promise.all([
      recordFirstCapture(db, made, seen, 'verification', now),
      recordPayment(db, seen, 'webhook', now),
      recordPayment(db, { ...seen, status: 'authorized' }, 'webhook', now),
      recordFirstCapture(db, made, seen, 'verification', now),
      recordPayment(db, payment(made.id, { status: 'failed' }), 'webhook', now),
    ]);
    expect(outcomes.length).toBe(5);
    await recordPayment(db, seen, 'reconciliation', now);
    expect((await findOrder(db, made.id))?.status).toBe('paid');
    expect((await paymentsOf(db, made.id)).map(({ status }) => status).sort()).toEqual([
      'captured',
      'failed',
    ]);
    const captures = (await eventsOf(db, made.id)).filter(({ event }) => event === 'payment.captured');
    expect(captures).toHaveLength(1);
  }
});
