import { alterPage, situations, times } from '../../support/altered-pages.ts';
import { expectFairForm } from './altered-forms.ts';
import { expect, test } from './counter.ts';

for (const situation of situations)
  for (const time of times)
    test(`${situation} on a page that is altered ${time} hydration`, async ({ page, counter }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      const tab = {
        evaluate: (expression: string) => page.evaluate(expression),
        goto: (url: string) => page.goto(url),
        alterNextPages: () => page.addInitScript(alterPage),
        focus: (selector: string) => page.focus(selector),
        click: (selector: string) => page.click(selector),
        keyboard: page.keyboard,
      };
      await expectFairForm(tab, counter, situation, time);
      expect(errors).toEqual([]);
    });
