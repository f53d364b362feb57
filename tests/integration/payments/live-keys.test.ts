import { expect, test } from 'vitest';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startStack } from '../../support/stack.ts';

const keys = {
  RAZORPAY_KEY_ID: 'rzp_live_NotARealKey00',
  RAZORPAY_KEY_SECRET: 'not-a-real-secret',
  RAZORPAY_WEBHOOK_SECRET: 'not-a-real-webhook-secret',
};
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], env: keys }));

test('a site with live keys starts and shows the payment form', async () => {
  // A busy machine may end the first query at its time limit: the page is 503 then.
  await expect.poll(async () => (await fetch(`${stack.siteUrl}/pay-online`)).status).toBe(200);
});
