import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readSettings } from '#settings';
import {
  decideRefund,
  requestRefund,
  sendApprovedRefunds,
} from '#web/payments/back-office/refund-requests.ts';
import { GatewayError, type GatewayRefund } from '#web/payments/gateway.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { insertOrder } from '#web/payments/ledger/orders.ts';
import { recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { bill, gatewayOrder, id, now, payment } from '../../integration/payments/samples.ts';

const [asha, ravi] = [
  { id: 'p1', name: 'Asha', address: '10.0.0.1' },
  { id: 'p2', name: 'Ravi', address: '10.0.0.2' },
];

/** Refund requests that the gateway received. */
const sent: { paymentId: string; amount: number; key: string }[] = [];
/** Happens between the gateway's refund and its response. */
let beforeResponse: ((refund: GatewayRefund) => Promise<unknown>) | undefined;
/** The gateway's own list. */
const listed: GatewayRefund[] = [];
let time = now;
beforeEach(() => {
  sent.length = 0;
  beforeResponse = undefined;
  time = now;
});

let payments: Payments;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'refunds-'));
  const given = {
    DATA_DIR: folder,
    RAZORPAY_KEY_ID: 'rzp_test_x',
    RAZORPAY_KEY_SECRET: 's',
    RAZORPAY_WEBHOOK_SECRET: 'w',
    PAYMENT_REFUND_APPROVAL_ABOVE: '1000',
  };
  const opened = await openPayments(paymentSettings(readSettings(given)));
  const refund: Payments['gateway']['refund'] = async (request) => {
    sent.push(request);
    const { paymentId, amount, key: ourReference } = request;
    const made: GatewayRefund = {
      ...{ id: id('rfnd'), paymentId, amount, currency: 'INR', status: 'processed' },
      ...{ ourReference, reference: undefined, createdAt: now / 1000 },
    };
    listed.push(made);
    await beforeResponse?.(made);
    return made;
  };
  const refundsOfPayment = async (paymentId: string) => listed.filter((one) => one.paymentId === paymentId);
  payments = { ...opened, gateway: { ...opened.gateway, refund, refundsOfPayment }, now: () => time };
});
afterAll(async () => {
  await payments.db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** A bill of ₹1,499.50 that was paid. */
async function paid() {
  const { id: orderId } = await insertOrder(payments.db, gatewayOrder(), bill, { now });
  const made = payment(orderId);
  await recordPayment(payments.db, made, 'webhook', now);
  return { orderId, paymentId: made.id };
}

test('a requested refund is sent in paise, and once per key', async () => {
  const { orderId, paymentId } = await paid();
  const request = { key: randomUUID(), paymentId, amount: 40_050, reason: 'Half a month' };
  for (let n = 0; n < 2; n++)
    expect(await requestRefund(payments, orderId, request, asha)).toEqual({ outcome: 'requested' });
  expect(sent).toEqual([{ paymentId, amount: 40_050, key: request.key }]);
  const more = { ...request, key: randomUUID(), amount: 109_901 };
  expect(await requestRefund(payments, orderId, more, asha)).toEqual({ outcome: 'too-much', open: 109_900 });
  expect(await requestRefund(payments, orderId, { ...request, amount: 100 }, asha)).toEqual({
    outcome: 'other-request',
  });
  const audited = await payments.db.selectFrom('audit').selectAll().where('subject', '=', orderId).execute();
  expect(audited).toMatchObject([{ actor: 'Asha', act: 'refund.requested' }]);
});

test('above the limit a second person approves it', async () => {
  const { orderId, paymentId } = await paid();
  const key = randomUUID();
  const request = { key, paymentId, amount: 100_001, reason: 'Not begun' };
  expect(await requestRefund(payments, orderId, request, ravi)).toEqual({ outcome: 'requested' });
  expect(await decideRefund(payments, key, 'approved', ravi)).toEqual({ outcome: 'own' });
  expect(sent).toEqual([]);
  expect(await decideRefund(payments, key, 'approved', asha)).toEqual({ outcome: 'decided', orderId });
  expect(sent).toEqual([{ paymentId, amount: 100_001, key }]);
  expect(await decideRefund(payments, key, 'approved', asha)).toEqual({ outcome: 'over' });
});

test('a refund is counted once if its webhook is faster than its response', async () => {
  const { orderId, paymentId } = await paid();
  const request = (amount: number) => ({ key: randomUUID(), paymentId, amount, reason: 'Not begun' });
  beforeResponse = async (refund) => {
    beforeResponse = undefined;
    await recordRefund(payments.db, refund, 'webhook', now);
    expect(await requestRefund(payments, orderId, request(59_000), asha)).toEqual({ outcome: 'requested' });
  };
  await requestRefund(payments, orderId, request(41_000), ravi);
  expect(sent.map(({ amount }) => amount)).toEqual([41_000, 59_000]);
});

const dispute = (paymentId: string, deducted: number) =>
  recordDispute(
    payments.db,
    {
      ...{
        id: id('disp'),
        paymentId,
        amount: deducted,
        currency: 'INR',
        phase: 'chargeback',
        status: 'lost',
      },
      ...{ deducted, reason: 'fraud', respondBy: undefined, createdAt: now / 1000 },
    },
    'webhook',
    { now, asOf: now / 1000 },
  );
const requestOf = (key: string) =>
  payments.db.selectFrom('refund_requests').selectAll().where('id', '=', key).executeTakeFirstOrThrow();
/** A request of ₹1,100 of ₹1,499.50 that waits for a second person. */
async function waiting() {
  const made = await paid();
  const key = randomUUID();
  await requestRefund(payments, made.orderId, { ...made, key, amount: 110_000, reason: 'Not begun' }, asha);
  return { ...made, key };
}

test.each([
  ['a lost dispute took the money', (paymentId: string) => dispute(paymentId, 149_950), 0],
  ['a lost dispute took a part', (paymentId: string) => dispute(paymentId, 40_000), 109_950],
  [
    'a part was refunded in the dashboard',
    (paymentId: string) =>
      recordRefund(
        payments.db,
        {
          ...{ id: id('rfnd'), paymentId, amount: 50_000, currency: 'INR', status: 'processed' },
          ...{ ourReference: undefined, reference: undefined, createdAt: now / 1000 },
        },
        'webhook',
        now,
      ),
    99_950,
  ],
])('a request is not approved if %s meanwhile', async (_what, take, open) => {
  const { key, paymentId } = await waiting();
  await take(paymentId);
  expect(await decideRefund(payments, key, 'approved', ravi)).toEqual({ outcome: 'too-much', open });
  expect(sent).toEqual([]);
  expect((await requestOf(key)).state).toBe('waiting');
  expect(await decideRefund(payments, key, 'rejected', ravi)).toMatchObject({ outcome: 'decided' });
});

test('an approved request that was not sent yet fails if its money is gone', async () => {
  const { key, paymentId } = await waiting();
  await payments.db.updateTable('refund_requests').set({ state: 'approved' }).where('id', '=', key).execute();
  await dispute(paymentId, 40_000);
  await sendApprovedRefunds(payments);
  expect(sent).toEqual([]);
  expect((await requestOf(key)).state).toBe('failed');
});

test('after a lost response, the gateway is asked before the refund is sent again', async () => {
  const { key, paymentId, orderId } = await waiting();
  beforeResponse = async () => {
    beforeResponse = undefined;
    throw new GatewayError('unavailable');
  };
  await decideRefund(payments, key, 'approved', ravi);
  expect((await requestOf(key)).state).toBe('approved');
  // The refund was made and took most of the payment, and a dispute takes the rest.
  await dispute(paymentId, 39_950);
  time += 10 * 60_000;
  await sendApprovedRefunds(payments);
  expect(sent).toHaveLength(1);
  expect(await requestOf(key)).toMatchObject({ state: 'sent', refund_id: expect.stringMatching(/^rfnd_/) });
  const more = { key: randomUUID(), paymentId, amount: 100, reason: 'More' };
  expect(await requestRefund(payments, orderId, more, asha)).toEqual({ outcome: 'too-much', open: 0 });
});

test('an unsent request is not sent again if its money is gone, even if an earlier attempt failed', async () => {
  const { key, paymentId } = await waiting();
  beforeResponse = async () => {
    beforeResponse = undefined;
    listed.pop();
    throw new GatewayError('unavailable');
  };
  await decideRefund(payments, key, 'approved', ravi);
  await dispute(paymentId, 149_950);
  time += 10 * 60_000;
  await sendApprovedRefunds(payments);
  expect(sent).toHaveLength(1);
  expect((await requestOf(key)).state).toBe('failed');
});
