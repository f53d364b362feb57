import type { HTMLElement } from 'node-html-parser';
import { expect, test } from 'vitest';
import { fetchPage, links, visibleText } from '../../support/html.ts';
import { cityPaths, claimPaths, namedPaths } from '../../support/routes.ts';
import { sharedStack, waitForPublishes } from '../../support/shared-stack.ts';
import { get } from './site.ts';

const stack = await sharedStack('seeded');
const read = (path: string) => fetchPage(stack.siteUrl, path);
const inGulf = async (path: string) => visibleText(await read(`${path}?in=gulf`));

const paths = [...namedPaths, ...claimPaths, '/tender-deposits', cityPaths[0] ?? ''];

/** Addresses of the site's own pages. */
const targetsIn = (root: HTMLElement) =>
  root
    .querySelectorAll('a[href^="/"], form[action^="/"][method="post"]')
    .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? '')
    .filter((target) => !/^\/(?:api\/tender|media|articles\/feed)/.test(target));

test('every link and form of the Gulf’s version keeps the choice, and search engines see one page', async () => {
  for (const path of paths) {
    const [page, chosen] = [await read(path), await read(`${path}?in=gulf`)];
    expect(chosen.status).toBe(200);
    const targets = targetsIn(chosen.root);
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !/[?&]in=(?:gulf|india)\b/.test(target))).toEqual([]);
    for (const form of chosen.root.querySelectorAll('form:not([method="post"])'))
      expect(form.querySelector('[name="in"]')?.getAttribute('value')).toBe('gulf');
    for (const seen of ['title', 'meta', 'link[rel="canonical"]', 'script[type="application/ld+json"]'])
      expect(chosen.root.querySelectorAll(seen).map(String), `${path} ${seen}`).toEqual(
        page.root.querySelectorAll(seen).map(String),
      );
    expect(targetsIn(page.root).filter((target) => target.includes('in=gulf'))).toContain(`${path}?in=gulf`);
  }
  expect((await get(stack, '/sitemap.xml?in=gulf')).html).not.toContain('in=');
});

test('the cache holds one more version of a page, whatever else the query says', async () => {
  const first = await get(stack, '/about?in=gulf');
  for (const query of ['in=gulf', 'x=1&in=gulf', 'in=gulf&in=india']) {
    const { cache, html } = await get(stack, `/about?${query}`);
    expect([cache, html === first.html], query).toEqual(['HIT', true]);
  }
  const page = await get(stack, '/about');
  for (const query of ['in=india', 'in=qatar', 'in=Gulf', 'in=%67ulf', 'win=gulf']) {
    const { cache, html } = await get(stack, `/about?${query}`);
    expect([cache, html === page.html], query).toEqual(['HIT', true]);
  }
});

test('readers in the Gulf see dirhams, VAT and bonds, and Abu Dhabi first', async () => {
  const prices = await inGulf('/prices');
  expect(prices).toContain('AED 2,000');
  expect(prices).toContain('VAT, 5%');
  expect(prices).not.toMatch(/GST|from ₹25,000 a month/);
  expect(visibleText(await read('/prices'))).not.toContain('VAT');
  expect(await inGulf('/tender-services')).toContain('Bond: AED 12,000');
  const contact = await inGulf('/contact');
  expect(contact).toMatch(/\+971.*Mon-Thu 8 AM-5 PM.*\+971 50.*\+91.*9 AM-6 PM/);
  const markdown = await get(stack, '/prices?in=gulf', { accept: 'text/markdown' });
  expect(markdown.html).toContain('AED 2,000');
});

test('readers in the Gulf see first what people search there, and can ask about each city', async () => {
  const page = await read('/seo-locations?in=gulf');
  const searches = links(page).filter(({ href }) => /^\/(?:contact.*message|seo-services-)/.test(href));
  expect(searches[0]?.text).toBe('deep cleaning khalifa city Abu Dhabi');
  const { href } = searches.find(({ text }) => text === 'ac repair jlt Dubai') ?? {};
  const { root } = await read(String(href));
  expect(root.querySelector('[name="message"]')?.text).toContain('Dubai');
  expect(visibleText(await read('/seo-locations'))).not.toContain('Dubai');
});

test('the 404 page gives a reader in the Gulf the number there', async () => {
  expect(await inGulf('/no-such-page')).toMatch(/office: \+971 2 000 0000/);
  expect(visibleText(await read('/no-such-page'))).not.toContain('+971');
});

test('a form’s result stays in the Gulf’s version', async () => {
  const { root } = await read('/contact?service=gulf-tenders&in=gulf');
  expect(root.querySelector('[name="phone"]')?.getAttribute('placeholder')).toMatch(/^\+971/);
  expect(root.querySelector('option[selected]')?.getAttribute('value')).toBe('gulf-tenders');
  expect(targetsIn(root)).toContain('/prices?in=gulf');
});

test('the account for dirhams is shown in the Gulf once there is one; before, the page says how to get it', async () => {
  const account = 'IBAN: AE00 0000 0000 0000 0000 000';
  const pay = await inGulf('/pay-online');
  expect(pay).toContain('In dirhams, by bank transfer Call +971');
  const evidence = { source: 'Bank letter', date: '2026-01-01', confirmedBy: 'Owner' };
  await stack
    .client('editor')
    .patch('siteSettings')
    .set({ gulfBankAccount: { _type: 'bankAccount', details: account, evidence } })
    .commit();
  await waitForPublishes(stack);
  expect(await inGulf('/pay-online')).toContain(account);
  expect(visibleText(await read('/pay-online'))).not.toContain(account);
});
