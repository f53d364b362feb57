import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Checkout, newBill, openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '' });
});
afterAll(() => shop.close());

/** The form that Razorpay's hosted page makes the browser send. */
const comeBack = async (fields: Record<string, string>) => {
  const response = await fetch(`${shop.stack.siteUrl}/api/razorpay-callback`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('location') };
};
const fieldsOf = (paid: Checkout) => ({ ...paid });

async function paidOrder() {
  const { json: order } = await shop.create(newBill());
  return { order, paid: await shop.pay(order.orderId) };
}

describe('a browser that returns from Razorpay’s hosted page', () => {
  test('is sent to its receipt once the payment is confirmed and recorded, and to the form if it posts again', async () => {
    const { order, paid } = await paidOrder();
    expect(await comeBack(fieldsOf(paid))).toEqual({
      status: 303,
      location: `/pay-online/receipt/${order.receipt}`,
    });
    const rows = await shop.paymentsInLedger();
    expect(rows.filter((row) => row.order_id === order.orderId)).toMatchObject([{ status: 'captured' }]);
    expect(await comeBack(fieldsOf(paid))).toEqual({ status: 303, location: '/pay-online' });
    expect(await shop.paymentsInLedger()).toEqual(rows);
  });

  test('gets no receipt for a wrong signature, and nothing is recorded', async () => {
    const [one, other] = [await paidOrder(), await paidOrder()];
    const before = await shop.paymentsInLedger();
    for (const change of [
      { razorpay_signature: other.paid.razorpay_signature },
      { razorpay_order_id: other.order.orderId },
      { razorpay_payment_id: other.paid.razorpay_payment_id },
      { razorpay_payment_id: '../orders/pay_9' },
      { razorpay_order_id: 'order_AAAAAAAAAAAAAA' },
      { razorpay_signature: '' },
    ])
      expect(await comeBack({ ...fieldsOf(one.paid), ...change })).toEqual({
        status: 303,
        location: '/pay-online?payment=unverified',
      });
    await shop.faults({ calls: [{ call: 'GET /v1/payments', alter: { currency: 'USD' } }] });
    expect((await comeBack(fieldsOf(one.paid))).location).toBe('/pay-online?payment=unverified');
    await shop.clearFaults();
    expect(await shop.paymentsInLedger()).toEqual(before);
  });

  test('is shown a failure, without details in the address', async () => {
    const error = {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[description]': 'Declined for Asha Verma',
      'error[metadata]': JSON.stringify({
        order_id: 'order_AAAAAAAAAAAAAA',
        payment_id: 'pay_AAAAAAAAAAAAAA',
      }),
    };
    const failed = { status: 303, location: '/pay-online?payment=failed' };
    expect(await comeBack({ ...error, 'error[reason]': 'payment_declined' })).toEqual(failed);
    expect(await comeBack({ ...error, 'error[metadata]': '{' })).toEqual(failed);
    expect(await comeBack({})).toEqual(failed);
    expect(await comeBack({ ...error, 'error[reason]': 'payment_cancelled' })).toEqual({
      status: 303,
      location: '/pay-online?payment=cancelled',
    });
  });

  test('sends a small form by POST, or is refused', async () => {
    const send = (init: RequestInit) => fetch(`${shop.stack.siteUrl}/api/razorpay-callback`, init);
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await send({ method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await send({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(415);
    expect((await send({ method: 'POST', body: 'a'.repeat(20_000), headers: form })).status).toBe(413);
    expect(
      (
        await send({
          method: 'POST',
          body: Buffer.from([0xff, 0xfe, 0x25, 0x00]),
          headers: form,
          redirect: 'manual',
        })
      ).status,
    ).toBe(303);
  });
});
