import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';
import { get } from './site.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
});
afterAll(() => stack.stop());

const read = async (path: string) => {
  const { html, ...response } = await get(stack, path);
  return { ...response, html, page: parse(html) };
};

describe('what one more enquiry is worth', () => {
  const ask = (figures: Record<string, string>) =>
    read(`/digital-marketing?${new URLSearchParams({ tool: 'enquiry-value', ...figures })}`);
  const figures = { currency: 'INR', enquiries: '40', share: '10', value: '2.5 lakh', spend: '5,00,000' };

  test('the page computes the example until a visitor answers', async () => {
    const { page, headers } = await read('/digital-marketing');
    const answer = page.querySelector('#enquiry-value');
    expect(answer?.textContent).toMatch(/^ExampleOne more enquiry is worth ₹2,500 to you/);
    expect(headers.get('cache-control')).not.toMatch('private');
  });

  test('an answer is a sentence and a drawn line, for this visitor alone', async () => {
    const { page, headers, html } = await ask(figures);
    const answer = page.querySelector('#enquiry-value');
    expect(answer?.textContent).toContain('One more enquiry is worth ₹25,000 to you. ₹5,00,000 a month');
    expect(answer?.querySelectorAll('.plot-point dd').map(({ textContent }) => textContent)).toEqual([
      '₹0',
      '₹2,50,000',
      '₹5,00,000',
    ]);
    expect(answer?.textContent).toContain('with 20 more enquiries a month');
    expect(headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(html).toContain('<meta name="robots" content="noindex');
    expect(page.querySelector('title')?.textContent).toMatch(/^What is one more enquiry worth\?/);
    expect((await read('/digital-marketing')).html).not.toContain('5,00,000');
  });

  test('dirhams are grouped by thousands', async () => {
    const { page } = await ask({ ...figures, currency: 'AED', value: '2,50,000', spend: '500000' });
    expect(page.querySelector('#enquiry-value')?.textContent).toMatch(
      /AED\s25,000 to you\. AED\s500,000 a month/,
    );
    expect(page.querySelector('[value="AED"]')?.hasAttribute('checked')).toBe(true);
  });

  test.each(['-4', '', '99999999999999999999', '१०x', '"><script>'])(
    'asks again for a figure that is %j, and keeps what was typed',
    async (wrong) => {
      const { page, html } = await ask({ ...figures, value: wrong });
      expect(page.querySelector('[role="alert"]')?.textContent).toContain(
        'Enter the value of one customer in rupees',
      );
      expect(page.querySelector('[name="value"]')?.getAttribute('value')).toBe(wrong);
      expect(page.querySelector('[name="spend"]')?.getAttribute('value')).toBe('5,00,000');
      expect(html).not.toContain('"><script>');
      expect(page.querySelector('#enquiry-value .plot')).toBeNull();
    },
  );

  test('Hindi digits are figures', async () => {
    const { page } = await ask({ ...figures, enquiries: '४०', value: '२,५०,०००' });
    expect(page.querySelector('#enquiry-value')?.textContent).toContain('₹25,000 to you');
  });
});

describe('the box that finds a city', () => {
  const find = (city: string) => read(`/seo-locations?${new URLSearchParams({ tool: 'city', city })}`);

  test.each([
    ['bengaluru', '/seo-services-bangalore'],
    ['NEW DELHI', '/seo-services-delhi'],
    ['Râipur', '/seo-services-raipur'],
    ['gurugram', '/seo-services-gurgaon'],
    ['मुंबई', '/seo-services-mumbai'],
  ])('leads from %j to its page', async (city, path) => {
    const { status, headers } = await find(city);
    expect([status, headers.get('location')]).toEqual([307, path]);
    expect(headers.get('cache-control')).toMatch('private');
  });

  test('follows a redirect of an editor from the address with that name to a city', async () => {
    const redirect = { _type: 'redirect', permanent: true };
    const editor = stack.client('editor');
    await editor.create({ ...redirect, from: '/seo-services-garden-city', to: '/seo-services-bangalore' });
    await editor.create({ ...redirect, from: '/seo-services-anywhere', to: '/about' });
    const { headers } = await find('Garden City');
    expect(headers.get('location')).toBe('/seo-services-bangalore');
    expect((await find('Anywhere')).status).toBe(200);
  });

  test('proposes the city that a misspelt name probably means, and decides nothing', async () => {
    const { status, page } = await find('Satna');
    expect(status).toBe(200);
    const notice = page.querySelector('#find [role="status"]');
    expect(notice?.querySelectorAll('li a').map((link) => link.getAttribute('href'))).toEqual([
      '/seo-services-patna',
    ]);
    expect(notice?.querySelector('b')?.textContent).toBe('Satna');
    expect(notice?.querySelector('a[href*="message="]')).not.toBeNull();
  });

  test('says when a city has no page, and offers an enquiry that names the city', async () => {
    const { status, page } = await find('Shillong');
    expect(status).toBe(200);
    const notice = page.querySelector('#find [role="status"]');
    expect(notice?.textContent).toContain('Shillong: we have no page for this city yet');
    const ask = new URL(notice?.querySelector('a')?.getAttribute('href') ?? '', stack.siteUrl);
    expect([ask.pathname, ask.searchParams.get('service')]).toEqual(['/contact', 'seo']);
    expect(ask.searchParams.get('message')).toContain('Shillong');
    expect(page.querySelector('#find [name="city"]')?.getAttribute('value')).toBe('Shillong');
  });

  test('the map says the number of cities that it draws, and each name is a link', async () => {
    const { page } = await read('/seo-locations');
    const map = page.querySelector('figure:has(.city-points)');
    expect(map?.querySelectorAll('circle')).toHaveLength(25);
    expect(map?.querySelectorAll('a[href^="/seo-services-"]')).toHaveLength(25);
    expect(map?.querySelector('figcaption')?.textContent).toMatch(/^25 cities/);
    expect(page.querySelectorAll('.city-list a')).toHaveLength(25);
  });

  test('the list of all cities has each state above its cities', async () => {
    const { page } = await read('/seo-locations');
    const groups = page.querySelectorAll('.city-list > div');
    expect(groups).toHaveLength(17);
    expect(page.querySelectorAll('.city-list > div > h2:first-child + ul')).toHaveLength(17);
    expect(
      groups
        .slice(4, 6)
        .map((group) => group.querySelectorAll('h2, a').map(({ textContent }) => textContent)),
    ).toEqual([
      ['Gujarat', 'SEO in Ahmedabad', 'SEO in Surat', 'SEO in Vadodara'],
      ['Haryana', 'SEO in Gurgaon'],
    ]);
  });
});

test('prices are marks on one scale in rupees, each with its unit', async () => {
  const { page } = await read('/prices');
  const marks = page.querySelectorAll('.price-scale > li:has(.price)');
  expect(marks).toHaveLength(9);
  expect(marks[0]?.querySelector('.price')?.textContent).toBe('₹25,000 a month');
  expect(marks[0]?.querySelector('.price-track span')?.getAttribute('style')).toMatch(/^width:31\.25%/);
  expect(page.querySelectorAll('.price-ticks span').map(({ textContent }) => textContent)).toEqual([
    '₹0',
    '₹20,000',
    '₹40,000',
    '₹60,000',
    '₹80,000',
  ]);
  for (const mark of marks)
    expect(page.querySelector(mark.querySelector('a')?.getAttribute('href') ?? '-')).not.toBeNull();
});

test('a missing page offers the pages that most visitors want', async () => {
  const { status, page } = await read('/no-such-page');
  expect(status).toBe(404);
  expect(page.querySelectorAll('main .cities a').map((link) => link.getAttribute('href'))).toEqual([
    '/seo-locations',
    '/tender-services',
    '/digital-marketing',
    '/pay-online',
    '/contact',
  ]);
});

test('contact begins with the chat, its hours and the phone', async () => {
  const { page } = await read('/contact');
  const main = page.querySelector('main')?.innerHTML ?? '';
  const [chat, hours, call, field] = ['https://wa.me/', '9 AM-6 PM', 'href="tel:', 'name="name"'].map(
    (text) => main.indexOf(text),
  );
  expect(chat).toBeGreaterThan(0);
  expect([chat, hours, call, field].toSorted((one = 0, other = 0) => one - other)).toEqual([
    chat,
    hours,
    call,
    field,
  ]);
  expect(main).toContain('<span class="whitespace-nowrap">2-hour</span>');
});

test('the numbers of both offices have the same rank, before the form', async () => {
  const { page } = await read('/contact');
  const buttons = page.querySelectorAll('main section:has(form) a.action').map((link) => ({
    text: link.textContent.trim(),
    looks: link.getAttribute('class'),
  }));
  expect(buttons.map(({ text }) => text)).toEqual([
    'WhatsApp +91 00000 00000',
    'Call Gurugram +91 00000 00000',
    'Call Abu Dhabi +971 2 000 0000',
  ]);
  expect(new Set(buttons.map(({ looks }) => looks)).size).toBe(1);
});

test.each([
  ['/', 'Agency in Gurugram and Abu Dhabi', 'every rupee and dirham'],
  ['/tender-services', 'Abu Dhabi', 'AED 30,000'],
  ['/pay-online', 'In dirhams?', 'hello@example.com'],
  ['/prices', '₹25,000', '₹36,580'],
])('the opening of %s says "%s" and "%s"', async (path, ...texts) => {
  const { page } = await read(path);
  const opening = page.querySelector('main section')?.textContent;
  for (const text of texts) expect(opening).toContain(text);
});

test('SEO by city opens with the box that finds a city, and the map', async () => {
  const { page } = await read('/seo-locations');
  const opening = page.querySelector('main section:has(h1)');
  expect(opening?.querySelectorAll('#find input[name="city"], figure .city-points')).toHaveLength(2);
});

test('a heading breaks where the editor pressed Enter', async () => {
  const { page } = await read('/');
  const lines = page.querySelectorAll('h1 > *').map((line) => line.textContent.trim());
  expect(lines).toEqual(['Marketing you can measure.', 'Tenders you can win.']);
});

test.each(['/contact', '/pay-online', '/tender-deposits'])(
  '%s has a short footer with the legal pages',
  async (path) => {
    const { page } = await read(path);
    const links = page.querySelectorAll('footer > div > a').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/terms-conditions',
      '/refund-policy',
      '/privacy-policy',
      '/accessibility',
      '/evidence',
    ]);
  },
);

test('an opening shows its team, pay and steps once they are filled in', async () => {
  await stack
    .client('editor')
    .patch('jobOpening-content-writer')
    .set({
      team: 'Content, four people',
      salary: { from: 40_000, to: 60_000, currency: 'INR', per: 'a month' },
      decision: ['A call in the first week', 'A paid test, half a day'],
    })
    .commit();
  const opening = async () => (await read('/careers/content-writer')).page.textContent;
  await expect.poll(opening).toContain('How we decide');
  expect(await opening()).toMatch(/Content, four people.*₹40,000.*₹60,000 a month.*A paid test, half a day/s);
  await expect
    .poll(async () => (await read('/careers')).page.textContent)
    .toMatch(/₹40,000.*₹60,000 a month/);
});

test('an article about tenders leads to the tender tools', async () => {
  const { page } = await read('/articles/how-to-read-a-tender-notice');
  const links = page.querySelectorAll('aside a').map((link) => link.getAttribute('href'));
  expect(links).toEqual(
    expect.arrayContaining(['/tender-deposits', '/tender-papers', '/tender-eligibility', '/prices']),
  );
});
