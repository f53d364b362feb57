import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    parts: ['lake', 'site'],
    env: {
      RAZORPAY_KEY_ID: 'rzp_live_NotARealKey00',
      RAZORPAY_KEY_SECRET: 'not-a-real-secret',
      RAZORPAY_WEBHOOK_SECRET: 'not-a-real-webhook-secret',
    },
  });
});
afterAll(() => stack.stop());

test('a start with live keys names each placeholder that customers would see, and where to change it', async () => {
  const warnings = () => stack.log.filter((line) => line.includes('Payments are live'));
  for (const title of ['Name of the agency', 'E-mail', 'Phone', 'WhatsApp number', 'Address of the office'])
    await expect
      .poll(() => warnings().filter((line) => line.includes(`placeholder. ${title}`)))
      .not.toEqual([]);
  expect(warnings().find((line) => line.includes('E-mail'))).toContain(
    `${stack.siteUrl}/studio/intent/edit/id=siteSettings;type=siteSettings;path=email/`,
  );
  // The start does not reconcile payments, and the site runs anyway.
  expect(stack.log.filter((line) => line.includes('reconcil'))).toEqual([]);
  // A busy machine may end the first query at its time limit: the page is 503 then.
  await expect.poll(async () => (await fetch(`${stack.siteUrl}/pay-online`)).status).toBe(200);
});
