import { afterAll, expect, test } from 'vitest';
import { createGateway } from '#web/payments/razorpay/client.ts';
import { timeouts } from '../../support/timeouts.ts';
import { openShop } from './shop.ts';

const shop = await openShop({ RAZORPAY_SANDBOX_WEBHOOK_URL: '' }, ['sandbox']);
afterAll(() => shop.close());
const { sandboxKeyId: keyId, sandboxKeySecret: keySecret } = shop.stack.secrets;

test('the gateway names the errors that the SDK hides', async () => {
  const sandbox = { keyId, keySecret, apiUrl: shop.stack.sandboxUrl };
  const gateway = createGateway({ ...sandbox, timeoutMs: timeouts.attempt });
  const impatient = createGateway({ ...sandbox, timeoutMs: timeouts.attempt / 20 });
  const kindOf = (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      (error: { kind: string }) => error.kind,
    );
  const make = (by = gateway) =>
    by.createOrder({ amount: 100, currency: 'INR', ourReference: 'r', notes: {} });
  const cases: [Record<string, unknown>, string][] = [
    [{ html: true }, 'unavailable'],
    [{ status: 500 }, 'unavailable'],
    [{ dropResponse: true }, 'unavailable'],
    [{ status: 429 }, 'busy'],
    [{ status: 401 }, 'unauthorised'],
    [{ alter: { amount: 'much' } }, 'unreadable'],
  ];
  for (const [fault, kind] of cases) {
    await shop.faults({ calls: [{ call: 'POST /v1/orders', ...fault }] });
    expect([fault, await kindOf(make())]).toEqual([fault, kind]);
  }
  await shop.faults({ calls: [{ call: 'POST /v1/orders', delayMs: timeouts.attempt }] });
  expect(await kindOf(make(impatient))).toBe('timeout');
  await shop.clearFaults();
  expect(await kindOf(gateway.fetchPayment('../orders/order_1'))).toBe('refused');
  const nobody = createGateway({
    keyId,
    keySecret,
    apiUrl: 'http://127.0.0.1:9',
  });
  expect(
    await kindOf(nobody.createOrder({ amount: 100, currency: 'INR', ourReference: 'r', notes: {} })),
  ).toBe('unavailable');
});
