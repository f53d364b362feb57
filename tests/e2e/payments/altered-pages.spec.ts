import { expect, type Page } from '@playwright/test';
import { make } from './bills.ts';
import { test } from './counter.ts';

/**
 * Does to a page what Google Translate, LastPass and Grammarly do: each text becomes a pair of `font` elements, again
 * 300 ms after a change, and fields get attributes and new neighbours. Runs in the page.
 */
function alterPage(): void {
  const untouched = 'script, style, noscript, template, textarea, option, font, [translate="no"]';
  const isTranslated = ({ parentElement, nodeValue }: Node) =>
    Boolean(nodeValue?.trim()) && !parentElement?.closest(untouched);
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts.filter(isTranslated)) {
      const font = document.createElement('font');
      font.appendChild(document.createElement('font')).textContent = text.nodeValue;
      text.parentNode?.replaceChild(font, text);
    }
  };
  const addToFields = () => {
    for (const field of document.querySelectorAll('form :is(input, textarea):not([data-lpignore])')) {
      field.setAttribute('data-lpignore', 'true');
      field.after(Object.assign(document.createElement('div'), { innerHTML: '<svg></svg>' }));
    }
    for (const area of document.querySelectorAll('textarea:not([data-gramm])')) {
      for (const name of ['data-gramm', 'data-gramm_editor', 'spellcheck']) area.setAttribute(name, 'false');
      area.before(document.createElement('grammarly-extension'));
    }
  };
  const alter = () => {
    translate();
    addToFields();
  };
  const begin = () => {
    alter();
    let isPlanned = false;
    new MutationObserver(() => {
      if (isPlanned) return;
      isPlanned = true;
      setTimeout(() => {
        alter();
        isPlanned = false;
      }, 300);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}

const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
const submitButton = (page: Page) => page.locator('form button[type="submit"].action-primary');
const sum = (page: Page) => page.locator('form [id$="-amount-hint"]');
const ready = async (page: Page) => {
  // A bill of a link has a second form, for the number of a bank transfer.
  await expect(page.locator('form').first()).toHaveJSProperty('noValidate', true);
  await expect(submitButton(page)).toBeEnabled();
};

/** Types into a field, letter by letter, then one more letter in the middle. The field must keep letters, focus and caret. */
async function typeInto(page: Page, name: string, text: string) {
  const target = field(page, name);
  await target.focus();
  // The first letters start the hydration, and the last ones come after it.
  for (const letter of text.slice(0, -2)) await page.keyboard.type(letter);
  await ready(page);
  await page.keyboard.type(text.slice(-1));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(text.slice(-2, -1));
  await expect(target).toBeFocused();
  await expect(target).toHaveValue(text);
  await page.keyboard.press('End');
}

async function clear(page: Page, name: string) {
  await field(page, name).focus();
  await page.keyboard.press('End');
  const { length } = await field(page, name).inputValue();
  for (let left = length; left > 0; left -= 1) await page.keyboard.press('Backspace');
}

/** Types an amount, clears it, types another. The form must show what the customer pays. */
async function typeAmounts(page: Page, amount: string) {
  await clear(page, 'amount');
  await typeInto(page, 'amount', '950');
  await expect(sum(page)).toHaveText('You pay ₹950.00');
  await expect(sum(page).locator('font').first()).toBeAttached();
  await clear(page, 'amount');
  await expect(sum(page)).toHaveText('');
  await typeInto(page, 'amount', amount);
}

const enquiry = { name: 'आशा Gupta', email: 'asha@example.in', phone: '9876543210', message: 'SEO for us' };

for (const situation of ['enquiry', 'payment', 'part'] as const)
  for (const time of ['before', 'after'] as const)
    test(`${situation} on a page that is altered ${time} hydration`, async ({ page, counter }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      const bill = await make(counter.stack);
      const isEnquiry = situation === 'enquiry';
      if (time === 'before') await page.addInitScript(alterPage);
      await page.goto(situation === 'part' ? bill.url : isEnquiry ? '/contact' : '/pay-online');
      if (time === 'after') {
        await page.evaluate(() => dispatchEvent(new Event('keydown')));
        await ready(page);
        await page.evaluate(alterPage);
      }
      await expect(page.locator('form label font').first()).toBeAttached();
      await expect(page.locator('form input + div').first()).toBeAttached();

      if (isEnquiry) {
        await page.evaluate(() => {
          window.open = (url) => Object.assign(window, { chat: String(url) });
        });
        for (const [name, text] of Object.entries(enquiry)) await typeInto(page, name, text);
        await submitButton(page).click();
        // The chat opens after half a second.
        const chat = () =>
          page.evaluate(() => new URL(Reflect.get(window, 'chat') ?? location.href).searchParams.get('text'));
        for (const typed of Object.values(enquiry)) await expect.poll(chat).toContain(typed);
      } else {
        if (situation === 'part') {
          await expect(sum(page)).toHaveText('You pay ₹1,000.00');
          await page.locator('form [id$="-amount-hint"] ~ label input').click();
        } else {
          await typeInto(page, 'name', enquiry.name);
          await typeInto(page, 'phone', enquiry.phone);
          await typeInto(page, 'billNumber', bill.bill_number);
        }
        await typeAmounts(page, '400.50');
        await expect(sum(page)).toHaveText('You pay ₹400.50');
        await submitButton(page).click();
        const amounts = async () =>
          (await counter.recorded(bill.bill_number)).orders.map(({ amount }) => amount);
        await expect.poll(amounts).toEqual([40_050]);
      }
      expect(errors).toEqual([]);
    });
