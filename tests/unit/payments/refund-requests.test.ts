import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  decideRefund,
  requestRefund,
  sendApprovedRefunds,
} from '#web/payments/back-office/refund-requests.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import type { Payments } from '#web/payments/payments.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import type { GatewayRefund } from '#web/payments/razorpay/entities.ts';
import { id } from '../../integration/payments/samples.ts';
import { asha, ledgerPerFile, ravi } from './test-ledger.ts';

/** Refund requests that the gateway received. */
const sent: { paymentId: string; amount: number; key: string }[] = [];
/** Happens between the gateway's refund and its response. */
let beforeResponse: ((refund: GatewayRefund) => Promise<unknown>) | undefined;
/** The gateway's own list. */
const listed: GatewayRefund[] = [];

const house = await ledgerPerFile();
const start = house.clock.at;
beforeEach(() => {
  sent.length = 0;
  beforeResponse = undefined;
  house.clock.at = start;
});
const refund: Payments['gateway']['refund'] = async (request) => {
  sent.push(request);
  const { paymentId, amount, key: receipt } = request;
  const made: GatewayRefund = {
    ...{ id: id('rfnd'), payment_id: paymentId, amount, currency: 'INR', status: 'processed' },
    ...{ receipt, created_at: start / 1000 },
  };
  listed.push(made);
  await beforeResponse?.(made);
  return made;
};
const refundsOfPayment = async (paymentId: string) => listed.filter((one) => one.payment_id === paymentId);
const payments: Payments = {
  ...house.payments,
  settings: { ...house.payments.settings, refundApprovalAbove: 100_000 },
  gateway: { ...house.payments.gateway, refund, refundsOfPayment },
};

/** A bill of ₹1,499.50 that was paid. */
async function paid() {
  const { id: orderId } = await house.order();
  return { orderId, paymentId: (await house.report(orderId)).id };
}

const findRequest = (key: string) =>
  payments.db.selectFrom('refund_requests').selectAll().where('id', '=', key).executeTakeFirstOrThrow();

/** A colleague who has requested nothing yet, because the limit of a day is each person's own. */
const newColleague = (): typeof asha => ({ ...asha, id: randomUUID() });

/** Requests a refund. Returns the response, and the state and key of the request. */
async function request(
  { orderId, paymentId }: Awaited<ReturnType<typeof paid>>,
  amount: number,
  by = newColleague(),
) {
  const key = randomUUID();
  const sent = { key, paymentId, amount, reason: 'Not begun' };
  const response = await requestRefund(payments, orderId, sent, by);
  return {
    key,
    response,
    state: response.outcome === 'requested' ? (await findRequest(key)).state : undefined,
  };
}

test('a requested refund is sent in paise, and once per key', async () => {
  const { orderId, paymentId } = await paid();
  const typed = { key: randomUUID(), paymentId, amount: 40_050, reason: 'Half a month' };
  const person = newColleague();
  for (let n = 0; n < 2; n++)
    expect(await requestRefund(payments, orderId, typed, person)).toEqual({ outcome: 'requested' });
  expect(sent).toEqual([{ paymentId, amount: 40_050, key: typed.key }]);
  const more = await request({ orderId, paymentId }, 109_901);
  expect(more.response).toEqual({ outcome: 'too-much', open: 109_900 });
  const other = await requestRefund(payments, orderId, { ...typed, amount: 100 }, person);
  expect(other).toEqual({ outcome: 'other-request' });
  const audited = (await house.audited()).filter(({ subject }) => subject === orderId);
  expect(audited).toMatchObject([{ actor: 'Asha', act: 'refund.requested' }]);
});

test('above the limit a second person approves it', async () => {
  const { orderId, paymentId } = await paid();
  const person = { ...ravi, id: randomUUID() };
  const { key, state } = await request({ orderId, paymentId }, 100_001, person);
  expect(state).toBe('waiting');
  expect(await decideRefund(payments, key, 'approved', person)).toEqual({ outcome: 'own' });
  expect(sent).toEqual([]);
  expect(await decideRefund(payments, key, 'approved', asha)).toEqual({ outcome: 'decided', orderId });
  expect(sent).toEqual([{ paymentId, amount: 100_001, key }]);
  expect(await decideRefund(payments, key, 'approved', asha)).toEqual({ outcome: 'over' });
  // It does not count towards what this person may send alone.
  expect((await request(await paid(), 100_000, person)).state).toBe('sent');
});

test.each([
  // ₹700 and ₹700, above the limit of ₹1,000 a day.
  ['on one day in India and two days in UTC', '10T00:30', '10T06:00', 'waiting'],
  ['on two days in India and one day in UTC', '10T23:30', '11T00:30', 'sent'],
])('%s, refunds at %s and %s: the second one is %s', async (_days, first, second, state) => {
  const person = newColleague();
  const states: unknown[] = [];
  for (const at of [first, second]) {
    house.clock.at = Date.parse(`2026-03-${at}:00+05:30`);
    states.push((await request(await paid(), 70_000, person)).state);
  }
  expect(states).toEqual(['sent', state]);
});

test('the limit counts what one payment gets back, whoever requests it, here or in the dashboard', async () => {
  const [one, other] = [await paid(), await paid()];
  expect((await request(one, 60_000, newColleague())).state).toBe('sent');
  expect((await request(one, 40_000, newColleague())).state).toBe('sent');
  expect((await request(one, 100, newColleague())).state).toBe('waiting');
  await house.refund(other.paymentId, 60_000);
  expect((await request(other, 40_001, newColleague())).state).toBe('waiting');
});

test('the limit does not count rejected refunds, or those that the gateway refused or the bank returned', async () => {
  const person = newColleague();
  const { key } = await request(await paid(), 100_001, person);
  expect((await request(await paid(), 100, person)).state).toBe('waiting');
  await decideRefund(payments, key, 'rejected', ravi);
  beforeResponse = async () => {
    throw new GatewayError('refused');
  };
  expect((await request(await paid(), 99_000, person)).state).toBe('failed');
  beforeResponse = undefined;
  const back = await paid();
  expect((await request(back, 99_000, person)).state).toBe('sent');
  expect((await request(await paid(), 99_000, person)).state).toBe('waiting');
  const returned = listed.find(({ payment_id }) => payment_id === back.paymentId);
  await house.refund(back.paymentId, 99_000, 'failed', returned?.id);
  await payments.db
    .updateTable('refund_requests')
    .set({ state: 'rejected' })
    .where('state', '=', 'waiting')
    .execute();
  expect((await request(back, 100_000, person)).state).toBe('sent');
});

test('a refund is counted once if its webhook is faster than its response', async () => {
  const made = await paid();
  beforeResponse = async (refund) => {
    beforeResponse = undefined;
    await recordRefund(payments.db, refund, 'webhook', house.clock.at);
    expect((await request(made, 59_000)).state).toBe('sent');
  };
  await request(made, 41_000);
  expect(sent.map(({ amount }) => amount)).toEqual([41_000, 59_000]);
});

const dispute = (paymentId: string, amount: number) => house.dispute({ paymentId, amount }, 'lost');
/** A request of ₹1,100 of ₹1,499.50 that waits for a second person. */
async function waiting() {
  const made = await paid();
  return { ...made, key: (await request(made, 110_000)).key };
}

test.each([
  ['a lost dispute took the money', (paymentId: string) => dispute(paymentId, 149_950), 0],
  ['a lost dispute took a part', (paymentId: string) => dispute(paymentId, 40_000), 109_950],
  ['a part was refunded in the dashboard', (paymentId: string) => house.refund(paymentId, 50_000), 99_950],
])('a request is not approved if %s meanwhile', async (_what, take, open) => {
  const { key, paymentId } = await waiting();
  await take(paymentId);
  expect(await decideRefund(payments, key, 'approved', ravi)).toEqual({ outcome: 'too-much', open });
  expect(sent).toEqual([]);
  expect((await findRequest(key)).state).toBe('waiting');
  expect(await decideRefund(payments, key, 'rejected', ravi)).toMatchObject({ outcome: 'decided' });
});

test('a disputed payment is neither refunded nor approved, so that its money does not leave twice', async () => {
  const { key, ...made } = await waiting();
  const { paymentId } = made;
  const disputeId = id('disp');
  await house.dispute({ paymentId, amount: 30_000 }, 'open', disputeId);
  expect((await request(made, 100, ravi)).response).toEqual({ outcome: 'disputed' });
  expect(await decideRefund(payments, key, 'approved', ravi)).toEqual({ outcome: 'disputed' });
  expect(sent).toEqual([]);
  await house.dispute({ paymentId, amount: 30_000 }, 'won', disputeId);
  expect(await decideRefund(payments, key, 'approved', ravi)).toMatchObject({ outcome: 'decided' });
});

test('a request that waits holds its money', async () => {
  const { response } = await request(await waiting(), 39_951, ravi);
  expect(response).toEqual({ outcome: 'too-much', open: 39_950 });
});

test.each(['lost', 'open'] as const)(
  'an approved request that was not sent yet fails if a dispute is %s',
  async (status) => {
    const { key, paymentId } = await waiting();
    await payments.db
      .updateTable('refund_requests')
      .set({ state: 'approved' })
      .where('id', '=', key)
      .execute();
    await house.dispute({ paymentId, amount: 40_000 }, status);
    await sendApprovedRefunds(payments);
    expect(sent).toEqual([]);
    expect((await findRequest(key)).state).toBe('failed');
  },
);

test('after a lost response, the gateway is asked before the refund is sent again', async () => {
  const made = await waiting();
  const { key, paymentId } = made;
  beforeResponse = async () => {
    beforeResponse = undefined;
    throw new GatewayError('unavailable');
  };
  await decideRefund(payments, key, 'approved', ravi);
  expect((await findRequest(key)).state).toBe('approved');
  // The refund was made and took most of the payment, and a dispute takes the rest.
  await dispute(paymentId, 39_950);
  house.clock.at += 10 * 60_000;
  await sendApprovedRefunds(payments);
  expect(sent).toHaveLength(1);
  expect(await findRequest(key)).toMatchObject({ state: 'sent', refund_id: expect.stringMatching(/^rfnd_/) });
  expect((await request(made, 100)).response).toEqual({ outcome: 'too-much', open: 0 });
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
  house.clock.at += 10 * 60_000;
  await sendApprovedRefunds(payments);
  expect(sent).toHaveLength(1);
  expect((await findRequest(key)).state).toBe('failed');
});
