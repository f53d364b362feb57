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
import { allPaths, cities, namedPaths } from '../../support/routes.ts';
import {
  type Fields,
  fillPlaceholders,
  membersOf,
  pathOf,
  type SeedDocument,
  seedDocuments,
  textOf,
} from '../../support/seed-content.ts';
import { type FetchedSite, fetchSite, siteUrl } from './fetched-site.ts';
import { clauses, type RouteRow, routes } from './routes-table.ts';

const seed = seedDocuments();

let site: FetchedSite;
beforeAll(async () => {
  site = await fetchSite();
});
afterAll(() => site?.stack.stop());

const pageAt = (path: string) => site.pageAt(path);

/** Returns the items of a section of the seed, each by a text on the page that identifies it. */
function itemsOf(section: Fields): string[] {
  const type = section._type;
  const list = (name: string, title: string) => membersOf(section, name).map((item) => textOf(item, title));
  const referred = (item: Fields) => seed.find(({ _id }) => _id === item._ref);
  const ofType = (expected: string, title: string) =>
    seed.filter(({ _type }) => _type === expected).map((document) => textOf(document, title));
  const figures = (name: string) =>
    membersOf(section, name).map((figure) => fillPlaceholders(`{${textOf(figure, 'key')}}`, seed));
  switch (type) {
    case 'hero':
    case 'figures':
    case 'textBlock':
      return figures('figures');
    case 'serviceCards':
      return membersOf(section, 'cards').map((card) => textOf(referred(card) ?? card, 'title'));
    case 'featureCards':
      return list('cards', 'title');
    case 'testimonials':
      return membersOf(section, 'testimonials').map((item) => textOf(referred(item), 'person'));
    case 'iconTiles':
      return list('tiles', 'label');
    case 'imageTiles':
      return list('tiles', 'caption');
    case 'process':
      return list('steps', 'title');
    case 'checklist':
      return list('points', 'title');
    case 'checklistGroups':
      return list('groups', 'title');
    case 'successStories':
      return list('stories', 'client');
    case 'platforms':
      return list('cards', 'name');
    case 'faq':
      return list('items', 'question');
    case 'regions':
      return list('regions', 'name');
    case 'enquiryForm':
      return list('services', 'label');
    case 'paymentForm':
      return list('methods', 'label');
    case 'jobOpenings':
      return ofType('jobOpening', 'title');
    case 'cityLinks':
      return section.mode === 'all'
        ? ofType('cityPage', 'name')
        : membersOf(section, 'cities').map((item) => textOf(item, 'name') || 'SEO in');
    default:
      return [];
  }
}

const documentAt = (path: string): SeedDocument | undefined =>
  seed.find((document) => pathOf(document) === path);

function expectLink(page: FetchedPage, label: string, href: string) {
  // The query string has the button's job opening or service.
  const there = links(page).filter(
    (link) => link.href.split(/\?(?:opening|service)=/)[0] === href || link.href === `${page.path}${href}`,
  );
  expect(there.map(({ text }) => text).join(' | '), `${page.path}: link to ${href}`).toContain(label);
  expect(there.length, `${page.path}: a link to ${href}`).toBeGreaterThan(0);
}

test('the table has a row for every route of the specification', () => {
  const paths = routes.map(({ path }) => path);
  expect(paths.sort(), 'a new page goes to publicPaths, in addition to the specification').toEqual(
    namedPaths.toSorted(),
  );
});

describe.each(routes)('$path', (row: RouteRow) => {
  test('has one main heading and the texts of the specification', () => {
    const page = pageAt(row.path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.root.querySelectorAll('h1')).toHaveLength(1);
    const text = visibleText(page);
    expect(row.texts.filter((expected) => !text.includes(expected))).toEqual([]);
  });

  test('has the links of the specification', () => {
    for (const [label, href] of row.links) expectLink(pageAt(row.path), label, href);
  });

  test('shows the number of items in the specification', () => {
    const sections = membersOf(documentAt(row.path), 'sections');
    const text = visibleText(pageAt(row.path));
    let from = 0;
    for (const [type, count] of row.counts) {
      const index = sections.findIndex((section, at) => at >= from && section._type === type);
      expect(index, `${row.path} has a section ${type}`).toBeGreaterThanOrEqual(0);
      from = index + 1;
      const items = itemsOf(sections[index] ?? {}).map((item) =>
        collapseSpaces(fillPlaceholders(item, seed)),
      );
      if (count !== null) expect(items, type).toHaveLength(count);
      expect(
        items.filter((item) => item === '' || !text.includes(item)),
        `${type}, not on the page`,
      ).toEqual([]);
    }
  });

  test('has the structured data of its type', () => {
    const types = graphOf(pageAt(row.path)).map((node) => node['@type']);
    const own = row.path === '/' ? [] : ['BreadcrumbList'];
    expect(types).toEqual(
      expect.arrayContaining(['Organization', 'WebSite', row.type, ...own, ...(row.data ?? [])]),
    );
  });
});

test.each(Object.entries(clauses))('%s has %i numbered clauses', (path, count) => {
  const headings = membersOf(documentAt(path), 'sections').map((clause) =>
    fillPlaceholders(textOf(clause, 'heading'), seed),
  );
  expect(headings).toHaveLength(count);
  const visible = pageAt(path)
    .root.querySelectorAll('h2')
    .map((heading) => collapseSpaces(heading.text));
  expect(headings.filter((heading) => !visible.some((text) => text.includes(heading)))).toEqual([]);
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
