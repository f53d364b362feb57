import { test as base } from '../../support/browser.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** Tests of what visitors and customers see. Each worker has one stack, whose content a test leaves as it was. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern
    async ({}, use) => {
      const stack = await startStack({
        env: { PAYMENT_ORDERS_PER_MINUTE: '1000', PAYMENT_ORDERS_PER_HOUR: '1000' },
      });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
});
