import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

/** The base of browser tests. A test fails if any page in any window violates its Content-Security-Policy. */
export const test = base.extend<{ policyViolations: string[] }>({
  policyViolations: [
    async ({ browser }, use) => {
      const violations: string[] = [];
      const note = (message: ConsoleMessage) => {
        const text = message.text();
        if (/content.security.policy/i.test(text)) violations.push(`${message.location().url}: ${text}`);
      };
      const listen = (context: BrowserContext) => context.on('console', note);
      for (const context of browser.contexts()) listen(context);
      browser.on('context', listen);
      await use(violations);
      browser.off('context', listen);
      for (const context of browser.contexts()) context.off('console', note);
      expect(violations, 'what a Content-Security-Policy forbids').toEqual([]);
    },
    { auto: true },
  ],
});

/** Touches the page, which loads the scripts of its form. Waits until they validate its fields instead of the browser. */
export async function hydrate(page: Page): Promise<void> {
  await page.mouse.wheel(0, 1);
  await expect(page.locator('form')).toHaveJSProperty('noValidate', true);
}
