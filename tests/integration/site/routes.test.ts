import { describe, expect, test } from 'vitest';
import { tenderPortals } from '#schemas/states.ts';
import {
  canonicalOf,
  collapseSpaces,
  type FetchedPage,
  links,
  metaOf,
  nodesOf,
  titleOf,
  visibleText,
} from '../../support/html.ts';
import { allPaths, cities } from '../../support/routes.ts';
import { membersOf, seedDocuments, textOf } from '../../support/seed-content.ts';
import { publicUrl } from '../../support/shared-stack.ts';
import { fetchSite } from './fetched-site.ts';

const { pageAt } = await fetchSite();
const settings = seedDocuments().find(({ _id }) => _id === 'siteSettings');

function expectLink(page: FetchedPage, label: string, href: string) {
  // The query string has the button's job opening or service.
  const there = links(page).filter(
    (link) => link.href.split(/\?(?:opening|service)=/)[0] === href || link.href === `${page.path}${href}`,
  );
  expect(there.map(({ text }) => text).join(' | '), `${page.path}: link to ${href}`).toContain(label);
  expect(there.length, `${page.path}: a link to ${href}`).toBeGreaterThan(0);
}

// `markers.test.ts` proves that all texts of the seed are on its pages; unit tests compare the seed with the specification.
test('every page has one main heading', () => {
  for (const path of allPaths) {
    const page = pageAt(path);
    expect([path, page.status, page.root.querySelectorAll('h1').length]).toEqual([path, 200, 1]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
});

test.each(cities)(
  'the page of $name is about this city, and no branch of the agency',
  ({ name, state, path }) => {
    const page = pageAt(path);
    expect(collapseSpaces(page.root.querySelector('h1')?.text ?? '')).toContain(name);
    expect(visibleText(page)).toContain(state);
    expect(visibleText(page)).not.toMatch(/\{[a-z]\w*\}/i);
    for (const text of [titleOf(page), metaOf(page, 'description')]) expect(text).toContain(name);
    expect(canonicalOf(page)).toBe(`${publicUrl}${path}`);

    expectLink(page, '', '/contact');
    expectLink(page, '+91 00000 00000', 'tel:+910000000000');
    const chats = links(page).filter(({ href }) => href.startsWith('https://wa.me/910000000000?text='));
    expect(chats.length).toBeGreaterThan(0);
    for (const { href } of chats) expect(new URL(href).searchParams.get('text')).not.toMatch(/[{}]/);
    expect(tenderPortals(state).length).toBeGreaterThan(2);
    for (const host of tenderPortals(state)) expectLink(page, host, `https://${host}`);
    expect(nodesOf(page, 'FAQPage')).toHaveLength(1);
  },
);

/** Returns the sentences of a city page. City and state become one word each. */
const splitSentences = ({ root }: FetchedPage, { name, state }: { name: string; state: string }) =>
  (root.querySelector('main')?.structuredText ?? '')
    .replaceAll(name, 'CITY')
    .replaceAll(state, 'STATE')
    .split(/\n|(?<=[.?!])\s+/)
    .map(collapseSpaces)
    .filter((sentence) => /\p{L}/u.test(sentence));

/** Returns the largest share (0 to 1) that two of the texts have in common, of the shorter of both. */
function largestOverlap(texts: readonly Set<string>[]) {
  const share = (one: Set<string>, other: Set<string>) =>
    [...one].filter((part) => other.has(part)).length / Math.min(one.size, other.size);
  return Math.max(...texts.flatMap((one, index) => texts.slice(index + 1).map((other) => share(one, other))));
}

test('no two city pages share more than 45 % of their sentences', () => {
  const texts = cities.map((city) => splitSentences(pageAt(city.path), city));
  const isLong = (sentence: string) => (sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).length >= 4;
  expect(largestOverlap(texts.map((all) => new Set(all)))).toBeLessThanOrEqual(0.45);
  expect(largestOverlap(texts.map((all) => new Set(all.filter(isLong))))).toBeLessThanOrEqual(0.3);
});

describe('shared elements', () => {
  test.each([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/digital-marketing', ''],
    ['/tender-services', ''],
    ['/contact', ''],
  ])('every page has the menu’s link to %s, marked on the current page', (href, label) => {
    for (const path of allPaths) expectLink(pageAt(path), label, href);
    const current = pageAt(href).root.querySelectorAll('nav a[aria-current="page"]');
    expect(current.length).toBeGreaterThan(0);
    expect(new Set(current.map((link) => link.getAttribute('href')))).toEqual(new Set([href]));
  });

  test('every page has the button and the footer’s links and texts', () => {
    const footer = [
      '/seo-sem',
      '/social-media-marketing',
      '/seo-locations',
      '/careers',
      '/pay-online',
      '/terms-conditions',
      '/refund-policy',
      '/privacy-policy',
    ];
    for (const path of allPaths) {
      const page = pageAt(path);
      expectLink(page, 'Get Started', '/contact');
      for (const href of footer) expectLink(page, '', href);
      const text = collapseSpaces(page.root.querySelector('footer')?.text ?? '');
      for (const expected of [
        ...['email', 'phone', 'credit'].map((name) => textOf(settings, name)),
        ...membersOf(settings, 'offices').map((office) => textOf(office, 'name')),
      ])
        expect(text, path).toContain(expected);
    }
  });
});

test('before scripts run, the amount field is numeric with steps of a paisa', () => {
  const amount = pageAt('/pay-online').root.querySelector('form [name="amount"]');
  expect(amount?.attrs).toMatchObject({ type: 'number', step: '0.01', inputmode: 'decimal' });
});

test('an office has its own hours, number and map, on the page as in structured data', () => {
  const [gurugram, abuDhabi] = nodesOf(pageAt('/contact'), 'ProfessionalService');
  expect(abuDhabi).toMatchObject({
    telephone: '+971 2 000 0000',
    openingHoursSpecification: [
      { opens: '08:00', closes: '17:00', dayOfWeek: { length: 4 } },
      { closes: '12:00', dayOfWeek: { length: 1 } },
    ],
  });
  expect(visibleText(pageAt('/contact'))).toMatch(
    /Call Abu Dhabi\s*\+971 2 000 0000\s*Mon-Thu\s*8\sAM-5\sPM, Fri\s*8\sAM-12\sPM/,
  );
  expectLink(pageAt('/contact'), '+971 2 000 0000', 'tel:+97120000000');
  for (const office of [gurugram, abuDhabi])
    expect(links(pageAt('/contact')).map(({ href }) => href)).toContain(textOf(office, 'hasMap'));
});
