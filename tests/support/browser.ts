import { type BrowserContext, test as base, expect } from '@playwright/test';

/** Tests in a browser. One fails in which a page, in whatever window, does what its Content-Security-Policy forbids. */
export const test = base.extend<{ policyViolations: string[] }>({
  policyViolations: [
    async ({ browser }, use) => {
      const violations: string[] = [];
      const listen = (context: BrowserContext) =>
        context.on('console', (message) => {
          const text = message.text();
          if (/content.security.policy/i.test(text)) violations.push(`${message.location().url}: ${text}`);
        });
      browser.on('context', listen);
      await use(violations);
      browser.off('context', listen);
      expect(violations, 'what a Content-Security-Policy forbids').toEqual([]);
    },
    { auto: true },
  ],
});
