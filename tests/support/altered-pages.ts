import { expect } from '@playwright/test';

/**
 * Does to a page what Google Translate, LastPass and Grammarly do: each text becomes a pair of `font` elements, again
 * 300 ms after a change, and fields get attributes and new neighbours. Runs in the page.
 */
export function alterPage(): void {
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

/** A page in any browser, with what the situations below need. */
export type Tab = {
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  goto(url: string): Promise<unknown>;
  /** Runs `alterPage` in each document that is loaded from now on. */
  alterNextPages(): Promise<unknown>;
  focus(selector: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  keyboard: {
    type(text: string): Promise<unknown>;
    press(key: 'ArrowLeft' | 'Backspace' | 'End'): Promise<unknown>;
  };
};

const field = (name: string) => `form [name="${name}"]`;
const submitButton = 'form button[type="submit"].action-primary';
const isReady = `(document.querySelector(${JSON.stringify(submitButton)})?.disabled === false && document.querySelector('form').noValidate)`;
const isAltered = `document.querySelector('form label font') !== null && document.querySelector('form input + div') !== null`;
const ready = (tab: Tab) => expect.poll(() => tab.evaluate(isReady)).toBe(true);

/** Types into a field, letter by letter, then one more letter in the middle. The field must keep letters, focus and caret. */
async function typeInto(tab: Tab, name: string, text: string) {
  await tab.focus(field(name));
  // The first letters start the hydration, and the last ones come after it.
  for (const letter of text.slice(0, -2)) await tab.keyboard.type(letter);
  await ready(tab);
  for (const letter of text.slice(-1)) await tab.keyboard.type(letter);
  await tab.keyboard.press('ArrowLeft');
  await tab.keyboard.type(text.slice(-2, -1));
  const state = `(({ name, value }) => ({ name, value }))(document.activeElement)`;
  expect(await tab.evaluate(state)).toEqual({ name, value: text });
  await tab.keyboard.press('End');
}

async function clear(tab: Tab, name: string) {
  await tab.focus(field(name));
  await tab.keyboard.press('End');
  const length = Number(await tab.evaluate(`document.querySelector('${field(name)}').value.length`));
  for (let left = length; left > 0; left -= 1) await tab.keyboard.press('Backspace');
}

const shownSum = `(document.querySelector('form output')?.textContent ?? '')`;

/** Types an amount, clears it, types another. Returns the sum that the form shows. */
async function typeAmounts(tab: Tab, amount: string): Promise<string> {
  await clear(tab, 'amount');
  await typeInto(tab, 'amount', '950');
  await expect.poll(() => tab.evaluate(shownSum)).toBe('You pay ₹950.00');
  await expect.poll(() => tab.evaluate(`document.querySelector('form output font') !== null`)).toBe(true);
  await clear(tab, 'amount');
  await expect.poll(() => tab.evaluate(shownSum)).toBe('');
  await typeInto(tab, 'amount', amount);
  await expect.poll(() => tab.evaluate(shownSum)).toMatch(/^You pay ₹/);
  return String(await tab.evaluate(shownSum)).replace('You pay ', '');
}

const enquiry = { name: 'आशा Gupta', email: 'asha@example.in', phone: '9876543210', message: 'SEO for us' };

async function enquire(tab: Tab, isCorrection: boolean) {
  await tab.evaluate(`window.open = (url) => { document.title = url; return window; }`);
  if (isCorrection) await failFirst(tab);
  for (const [name, text] of Object.entries(enquiry)) await typeInto(tab, name, text);
  await tab.click(submitButton);
  await expect.poll(() => tab.evaluate('document.title')).toMatch(/^https:\/\/wa\.me\//);
  const text = new URL(String(await tab.evaluate('document.title'))).searchParams.get('text');
  for (const typed of Object.values(enquiry)) expect(text).toContain(typed);
}

async function failFirst(tab: Tab) {
  await ready(tab);
  await tab.click(submitButton);
  await expect
    .poll(() => tab.evaluate(`document.querySelector('form [aria-invalid] ~ p font') !== null`))
    .toBe(true);
}

async function pay(tab: Tab, bill: string, isCorrection: boolean): Promise<string> {
  if (isCorrection) await failFirst(tab);
  await typeInto(tab, 'name', enquiry.name);
  await typeInto(tab, 'phone', enquiry.phone);
  await typeInto(tab, 'billNumber', bill);
  const sum = await typeAmounts(tab, '1499.50');
  await tab.click(submitButton);
  return sum;
}

async function payPart(tab: Tab): Promise<string> {
  await expect.poll(() => tab.evaluate(shownSum)).toBe('You pay ₹1,000.00');
  await tab.click('form output ~ label input');
  const sum = await typeAmounts(tab, '400.50');
  await tab.click(submitButton);
  return sum;
}

export const situations = ['enquiry', 'payment', 'part', 'corrected enquiry', 'corrected payment'] as const;
export const times = ['before', 'after'] as const;

/**
 * Uses a form on a page that is altered before or after its hydration. Returns the sum that the form shows when the
 * customer pays; undefined for an enquiry.
 */
export async function fillAlteredForm(
  tab: Tab,
  situation: (typeof situations)[number],
  time: (typeof times)[number],
  { siteUrl, bill }: { siteUrl: string; bill: { url: string; bill_number: string } },
): Promise<string | undefined> {
  if (time === 'before') await tab.alterNextPages();
  const isEnquiry = situation.endsWith('enquiry');
  await tab.goto(situation === 'part' ? bill.url : `${siteUrl}${isEnquiry ? '/contact' : '/pay-online'}`);
  if (time === 'after') {
    await tab.evaluate(`dispatchEvent(new Event('keydown'))`);
    await ready(tab);
    await tab.evaluate(`(${alterPage})()`);
  }
  await expect.poll(() => tab.evaluate(isAltered)).toBe(true);
  const isCorrection = situation.startsWith('corrected');
  if (isEnquiry) return enquire(tab, isCorrection).then(() => undefined);
  return situation === 'part' ? payPart(tab) : pay(tab, bill.bill_number, isCorrection);
}
