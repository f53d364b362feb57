import { test as base } from '../../support/browser.ts';
import { snapshotContent } from '../../support/snapshot-content.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** Fixtures for tests of the public site. Each worker has one stack, whose content is restored after each test. */
export const test = base.extend<
  { restored: undefined },
  { stack: Stack; restoreContent: () => Promise<void> }
>({
  baseURL: ({ stack }, use) => use(stack.siteUrl),
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
  restoreContent: [
    async ({ stack }, use) =>
      use(await snapshotContent(stack.client('administrator', { perspective: 'raw' }))),
    { scope: 'worker' },
  ],
  restored: [
    async ({ stack, restoreContent }, use) => {
      await use(undefined);
      if (!stack.pid('site')) await stack.start('site');
      await restoreContent();
    },
    { auto: true },
  ],
});
