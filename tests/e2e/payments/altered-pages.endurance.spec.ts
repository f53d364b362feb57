import type { Browser } from 'puppeteer-core';
import { alterPage, situations, times } from '../../support/altered-pages.ts';
import { launchFirefox } from '../../support/firefox.ts';
import { expectFairForm } from './altered-forms.ts';
import { expect, test } from './counter.ts';

let browser: Browser;

test.beforeAll(async () => {
  browser = await launchFirefox();
});
test.afterAll(() => browser?.close());

for (const situation of situations)
  for (const time of times)
    test(`${situation} on a page that is altered ${time} hydration, in Firefox`, async ({ counter }) => {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await expectFairForm(
        {
          evaluate: (expression) => page.evaluate(expression),
          goto: (url) => page.goto(url),
          alterNextPages: () => page.evaluateOnNewDocument(alterPage),
          focus: (selector) => page.focus(selector),
          click: (selector) => page.click(selector),
          keyboard: page.keyboard,
        },
        counter,
        situation,
        time,
      );
      expect(errors).toEqual([]);
      await page.close();
    });
