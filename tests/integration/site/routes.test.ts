import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tenderPortals } from '#schemas/states.ts';
import { comparedCity, similarityOfPairs } from '../../support/city-similarity.ts';
import {
  canonicalOf,
  collapseSpaces,
  type FetchedPage,
  graphOf,
  links,
  metaOf,
  nodesOf,
  titleOf,
  visibleText,
} from '../../support/html.ts';
import { allPaths, cities, type NamedPath } from '../../support/routes.ts';
import { textOf } from '../../support/seed-content.ts';
import { type FetchedSite, fetchSite, siteUrl } from './fetched-site.ts';

let site: FetchedSite;
beforeAll(async () => {
  site = await fetchSite();
});
afterAll(() => site?.stack.stop());

const pageAt = (path: string) => site.pageAt(path);

function expectLink(page: FetchedPage, label: string, href: string) {
  // The query string has the button's job opening or service.
  const there = links(page).filter(
    (link) => link.href.split(/\?(?:opening|service)=/)[0] === href || link.href === `${page.path}${href}`,
  );
  expect(there.map(({ text }) => text).join(' | '), `${page.path}: link to ${href}`).toContain(label);
  expect(there.length, `${page.path}: a link to ${href}`).toBeGreaterThan(0);
}

/** Types in the structured data of the specification's pages, in addition to those of every page. */
const structuredData: Record<NamedPath, string[]> = {
  '/': ['WebPage', 'ProfessionalService'],
  '/about': ['AboutPage', 'ProfessionalService'],
  '/digital-marketing': ['WebPage', 'Service'],
  '/seo-sem': ['WebPage', 'Service'],
  '/social-media-marketing': ['WebPage', 'Service', 'FAQPage'],
  '/tender-services': ['WebPage', 'Service', 'FAQPage'],
  '/careers': ['WebPage'],
  '/contact': ['ContactPage', 'ProfessionalService'],
  '/pay-online': ['WebPage'],
  '/terms-conditions': ['WebPage'],
  '/refund-policy': ['WebPage'],
  '/privacy-policy': ['WebPage'],
  '/seo-locations': ['CollectionPage'],
};

// `markers.test.ts` proves that all texts of the seed are on its pages; unit tests compare the seed with the specification.
test('every page has one main heading', () => {
  for (const path of allPaths) {
    const page = pageAt(path);
    expect([path, page.status, page.root.querySelectorAll('h1').length]).toEqual([path, 200, 1]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
});

test.each(Object.entries(structuredData))('%s has the structured data of its type', (path, types) => {
  const found = graphOf(pageAt(path)).map((node) => node['@type']);
  const own = path === '/' ? [] : ['BreadcrumbList'];
  expect(found).toEqual(expect.arrayContaining(['Organization', 'WebSite', ...own, ...types]));
});

describe.each(cities)('the page of $name', ({ name, state, path }) => {
  const page = () => pageAt(path);

  test('shows the content of every city page for this city', () => {
    expect(page().status).toBe(200);
    expect(collapseSpaces(page().root.querySelector('h1')?.text ?? '')).toBe(`Best SEO Services in ${name}`);
    const text = visibleText(page());
    for (const expected of [state, '27+', '750+', '300%+', 'ranked #1']) expect(text).toContain(expected);
    expect(text).not.toMatch(/\{[a-z]\w*\}/i);
  });

  test('offers the audit, the consultation, a call and a chat', () => {
    expectLink(page(), 'Get Free SEO Audit', '/contact');
    expectLink(page(), 'Get Free Consultation', '/contact');
    expectLink(page(), '+91 00000 00000', 'tel:+910000000000');
    const chats = links(page()).filter(({ href }) => href.startsWith('https://wa.me/910000000000?text='));
    expect(chats.length).toBeGreaterThan(0);
    for (const { href } of chats) expect(new URL(href).searchParams.get('text')).not.toMatch(/[{}]/);
  });

  test('names the real offices, and is no branch in its structured data', () => {
    const offices = nodesOf(page(), 'ProfessionalService');
    expect(offices.map((office) => office['@id'])).toEqual(
      nodesOf(pageAt('/contact'), 'ProfessionalService').map((office) => office['@id']),
    );
    expect(offices[0]).toMatchObject({
      telephone: '+91 00000 00000',
      areaServed: { '@type': 'Country', name: 'India' },
      openingHoursSpecification: [{ opens: '09:00', closes: '18:00' }],
    });
    expect(nodesOf(page(), 'Service')[0]).toMatchObject({
      areaServed: { '@type': 'City', name, containedInPlace: { name: state } },
    });
    expect(JSON.stringify(offices.map((office) => office.name))).not.toContain(`, ${name}`);
    expect(canonicalOf(page())).toBe(`${siteUrl}${path}`);
    expect(titleOf(page())).toContain(name);
    expect(metaOf(page(), 'description')).toContain(name);
  });

  test('has its own questions and links to its tender portals', () => {
    expect(nodesOf(page(), 'FAQPage')).toHaveLength(1);
    expect(tenderPortals(state).length).toBeGreaterThan(2);
    for (const host of tenderPortals(state)) expectLink(page(), host, `https://${host}`);
  });
});

test('no two city pages share more than 45 % of their sentences', () => {
  const compared = cities.map((city) => comparedCity(pageAt(city.path), city));
  expect(similarityOfPairs(compared)[0]?.sentences).toBeLessThanOrEqual(0.45);
  expect(Math.max(...similarityOfPairs(compared).map(({ long }) => long))).toBeLessThanOrEqual(0.3);
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
        '27+',
        'hello@example.com',
        '+91 00000 00000',
        'Gurugram',
        'Abu Dhabi',
        'Powered by INDIA ON PLATTER',
      ])
        expect(text, path).toContain(expected);
    }
  });

  test('the loading overlay is on the page, with its text', () => {
    expect(visibleText(pageAt('/'))).toContain('Preparing your experience...');
  });
});

describe('unknown paths', () => {
  test('get a 404 page with heading, text and a link to the home page', () => {
    const page = pageAt('/no-such-page');
    expect(page.status).toBe(404);
    expect(collapseSpaces(page.root.querySelector('h1')?.text ?? '')).toContain('404');
    expect(visibleText(page)).toContain('Oops! Page not found');
    expectLink(page, '', '/');
    expect(metaOf(page, 'robots')).toContain('noindex');
    expect(canonicalOf(page)).toBeUndefined();
  });

  test.each([
    '/home',
    '/seo-services-',
    '/seo-services-atlantis',
    '/about/us',
    '/%F0%9F%A4%B7',
    '/%E0%A4%A',
    '/..%2f..%2fetc%2fpasswd',
    '/%00',
    `/${'a'.repeat(3000)}`,
    '/<script>alert(1)</script>',
    '/about%20',
    '/wp-admin.php',
  ])('%s is not a page and causes no server error', async (path) => {
    const response = await fetch(`${site.stack.siteUrl}${path}`, { redirect: 'manual' });
    const text = await response.text();
    expect([400, 404, 308, 414]).toContain(response.status);
    expect(text).not.toContain('<script>alert(1)');
  });

  test.each([
    ['gurugram', 'gurgaon'],
    ['bengaluru', 'bangalore'],
    ['Bengaluru', 'bangalore'],
    ['vizag', 'visakhapatnam'],
    ['new-delhi', 'delhi'],
    ['baroda?utm_source=x', 'vadodara?utm_source=x'],
  ])('another name of a city redirects permanently to its page: %s', async (name, slug) => {
    const response = await fetch(`${site.stack.siteUrl}/seo-services-${name}`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    const { pathname, search } = new URL(response.headers.get('location') ?? '', site.stack.siteUrl);
    expect(pathname + search).toBe(`/seo-services-${slug}`);
  });

  test('an office has its own hours, number and map, on the page as in structured data', () => {
    const [gurugram, abuDhabi] = nodesOf(pageAt('/contact'), 'ProfessionalService');
    expect(abuDhabi).toMatchObject({
      telephone: '+971 2 000 0000',
      openingHoursSpecification: [{ opens: '07:30', closes: '16:30', dayOfWeek: { length: 5 } }],
    });
    expect(visibleText(pageAt('/contact'))).toMatch(/Opening hours: Abu Dhabi\s*Mon-Fri\s*7:30\sAM-4:30\sPM/);
    expectLink(pageAt('/contact'), '+971 2 000 0000', 'tel:+97120000000');
    for (const office of [gurugram, abuDhabi])
      expect(links(pageAt('/contact')).map(({ href }) => href)).toContain(textOf(office, 'hasMap'));
  });
});
