import { expect } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { open, overflow, setFont } from './pages.ts';
import { test } from './site.ts';

let stack: Stack;

test.beforeAll(({ stack: running }) => {
  stack = running;
});

test('documents that a visitor ticked off stay ticked after a reload', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/tender-services#documents`);
  const box = page.getByRole('checkbox', { name: 'PAN and GST registration' });
  await expect(box).not.toBeChecked();
  // The script loads after the page, so early ticks are not stored.
  const stored = async () => {
    await box.setChecked(false);
    await box.setChecked(true);
    return page.evaluate(() => localStorage.getItem('ticks'));
  };
  await expect.poll(stored).toBe('PAN and GST registration');
  await page.reload();
  await expect(box).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Digital signature, class 3' })).not.toBeChecked();
});

test('the menu stays in its place from page to page', async ({ page }) => {
  const places = async (path: string) => {
    await page.goto(`${stack.siteUrl}${path}`);
    return page
      .locator('#site-menu a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().x));
  };
  expect(await places('/about')).toEqual(await places('/digital-marketing'));
});

test('on a phone, the menu button is on the line of the links next to it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.siteUrl}/about`);
  const middles = await page.locator('.at-hand').evaluateAll((items) =>
    items.map((item) => {
      const range = document.createRange();
      range.selectNodeContents(
        [...item.childNodes].findLast(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? item,
      );
      const { top, bottom } = range.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    }),
  );
  expect(new Set(middles).size).toBe(1);
});

test('on a phone, the picture of a city shows more than half of its street', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${stack.siteUrl}/seo-services-surat`);
  const { width, x } = (await page.locator('.scene').boundingBox()) ?? { width: 0, x: 0 };
  expect(390 / width).toBeGreaterThan(0.6);
  expect(x + width).toBeGreaterThanOrEqual(370);
});

test('on a phone, home shows the first two houses of its street', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(stack.siteUrl);
  const { width, x } = (await page.locator('.scene').boundingBox()) ?? { width: 0, x: 0 };
  expect(x + width / 2).toBeLessThanOrEqual(391);
});

test('on a desktop, the sheet at the top of a page is within the page, and its notes are within the sheet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/digital-marketing', '/tender-services', '/pay-online']) {
    await page.goto(`${stack.siteUrl}${path}`);
    const sheet = (await page.locator('.mock-up.large > .ruled:first-child').boundingBox()) ?? {
      x: 0,
      width: 0,
    };
    expect(sheet.x).toBeGreaterThanOrEqual(40);
    expect(sheet.x + sheet.width).toBeLessThanOrEqual(1240);
    const notes = await page
      .locator('.mock-up.large li i')
      .evaluateAll((all) => all.map((note) => note.getBoundingClientRect().left));
    expect(Math.min(...notes)).toBeGreaterThan(sheet.x);
  }
});

test('a city is found, and an enquiry is worth something, with the keyboard alone', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/seo-locations`);
  await page.getByLabel('Find your city').fill('Bengaluru');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/seo-services-bangalore(#|$)/);
  await page.goto(`${stack.siteUrl}/digital-marketing`);
  await page.getByLabel('Value of one customer').fill('५०,०००');
  await page.keyboard.press('Enter');
  await expect(page.getByText('One more enquiry is worth ₹5,000 to you.')).toBeVisible();
  await expect(page.getByLabel('Value of one customer')).toHaveValue('५०,०००');
});

const deposits = new URLSearchParams({
  tool: 'deposits',
  kind: 'goods',
  buyer: 'central',
  bidder: 'other',
  value: '999 crore 99',
  price: '',
});

test('the deposits of a large tender fit a narrow screen and large text', async ({ page }) => {
  await open(page, `${stack.siteUrl}/tender-deposits?${deposits}`);
  await setFont(page, 100);
  const amount = page.locator('#answer .figure-value').first();
  await expect(amount).toHaveText('₹19,99,98,000 – ₹49,99,95,000');
  const sticksOut = async () => {
    const row = await page.locator('#answer').evaluate((answer) => answer.getBoundingClientRect().right);
    const figures = await page
      .locator('#answer .figure-value')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    return figures.filter((right) => right > row).length + Math.max(0, await overflow(page));
  };
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await sticksOut(), '320 px').toBe(0);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await sticksOut(), '390 px, text twice as large').toBe(0);
});

for (const { what, path, focused } of [
  { what: 'a tender tool', path: `/tender-deposits?${deposits}#answer`, focused: '#answer' },
  {
    what: 'the box that finds a city',
    path: '/seo-locations?tool=city&city=Shillong#found',
    focused: '#found[role=status]',
  },
  {
    what: 'the value of an enquiry',
    path: '/digital-marketing?tool=enquiry-value&currency=INR&enquiries=40&share=10&value=50000&spend=90000#enquiry-value',
    focused: '#enquiry-value',
  },
  {
    what: 'a form with a wrong figure',
    path: '/digital-marketing?tool=enquiry-value&value=x#enquiry-value',
    focused: '[role=alert]',
  },
])
  test(`the answer of ${what} takes the focus`, async ({ page }) => {
    await open(page, `${stack.siteUrl}${path}`);
    await expect(page.locator(focused)).toBeFocused();
  });

test('a printed answer names the agency, without the menu', async ({ page }) => {
  await open(page, `${stack.siteUrl}/tender-deposits?${deposits}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Agency Name' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('navigation')).toBeHidden();
  await expect(page.locator('.at-hand').first()).toBeHidden();
});

test('the form’s address, reloaded, leads to the contact page', async ({ page }) => {
  await page.goto(`${stack.siteUrl}/api/enquiry`);
  await expect(page).toHaveURL(/\/contact$/);
});
