import { test as base } from '../../support/browser.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** Fixtures for tests of the public site. Each worker has one stack; a test must leave its content unchanged. */
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
