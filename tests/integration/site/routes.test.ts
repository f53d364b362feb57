import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPaths, cities, namedPaths } from '../../routes.ts';
import { idsOf, type JsonNode, missingForGoogle, vocabularyProblems } from '../../schema-org.ts';
import {
  type Fields,
  filled,
  membersOf,
  pathOfSeed,
  type SeedDocument,
  seedDocuments,
  textOf,
} from '../../seed-content.ts';
import { type Stack, startStack } from '../../stack.ts';
import {
  canonicalOf,
  type FetchedPage,
  fetchPage,
  graphOf,
  links,
  metaOf,
  shownText,
  squeeze,
} from './html.ts';
import { htmlErrors } from './html-checker.ts';
import { clauses, type RouteRow, routes } from './routes-table.ts';

const siteUrl = 'https://www.agency.example';
const seed = seedDocuments();

let stack: Stack;
const pages = new Map<string, FetchedPage>();

beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'], env: { SITE_URL: siteUrl } });
  for (const path of [...allPaths, '/no-such-page']) pages.set(path, await fetchPage(stack.siteUrl, path));
}, 120_000);
afterAll(() => stack?.stop());

function pageAt(path: string): FetchedPage {
  const page = pages.get(path);
  if (!page) throw new Error(`${path} was not fetched.`);
  return page;
}

const nodesOf = (page: FetchedPage, type: string) => graphOf(page).filter((node) => node['@type'] === type);
const titleOf = (page: FetchedPage) => page.root.querySelector('title')?.text ?? '';
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsOf) : [String(value)];

/** The things that a section of the seed holds, each by the text that names it on the page. */
function itemsOf(section: Fields): string[] {
  const type = section._type;
  const list = (name: string, title: string) => membersOf(section, name).map((item) => textOf(item, title));
  const referred = (item: Fields) => seed.find(({ _id }) => _id === item._ref);
  const ofType = (wanted: string, title: string) =>
    seed.filter(({ _type }) => _type === wanted).map((document) => textOf(document, title));
  const figures = (name: string) =>
    membersOf(section, name).map((figure) => filled(`{${textOf(figure, 'key')}}`, seed));
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
  seed.find((document) => pathOfSeed(document) === path);

function expectLink(page: FetchedPage, words: string, href: string) {
  const there = links(page).filter((link) => link.href === href || link.href === `${page.path}${href}`);
  expect(there.map(({ text }) => text).join(' | '), `${page.path}: link to ${href}`).toContain(words);
  expect(there.length, `${page.path}: a link to ${href}`).toBeGreaterThan(0);
}

test('the table has a row for every address of the specification', () => {
  expect(routes.map(({ path }) => path).sort()).toEqual(namedPaths.toSorted());
});

describe.each(routes)('$path', (row: RouteRow) => {
  test('answers with one main heading and the texts of the specification', () => {
    const page = pageAt(row.path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.root.querySelectorAll('h1')).toHaveLength(1);
    const text = shownText(page);
    expect(row.texts.filter((wanted) => !text.includes(wanted))).toEqual([]);
  });

  test('links where the specification says', () => {
    for (const [words, href] of row.links) expectLink(pageAt(row.path), words, href);
  });

  test('shows as many things as the specification counts', () => {
    const sections = membersOf(documentAt(row.path), 'sections');
    const text = shownText(pageAt(row.path));
    let from = 0;
    for (const [type, count] of row.counts) {
      const index = sections.findIndex((section, at) => at >= from && section._type === type);
      expect(index, `${row.path} has a section ${type}`).toBeGreaterThanOrEqual(0);
      from = index + 1;
      const items = itemsOf(sections[index] ?? {}).map((item) => squeeze(filled(item, seed)));
      if (count !== null) expect(items, type).toHaveLength(count);
      expect(
        items.filter((item) => item === '' || !text.includes(item)),
        `${type}, not on the page`,
      ).toEqual([]);
    }
  });

  test('has the structured data of its kind', () => {
    const types = graphOf(pageAt(row.path)).map((node) => node['@type']);
    const own = row.path === '/' ? [] : ['BreadcrumbList'];
    expect(types).toEqual(
      expect.arrayContaining(['Organization', 'WebSite', row.type, ...own, ...(row.data ?? [])]),
    );
  });
});

test.each(Object.entries(clauses))('%s has %i numbered clauses', (path, count) => {
  const headings = membersOf(documentAt(path), 'sections').map((clause) =>
    filled(textOf(clause, 'heading'), seed),
  );
  expect(headings).toHaveLength(count);
  const shown = pageAt(path)
    .root.querySelectorAll('h2')
    .map((heading) => squeeze(heading.text));
  expect(headings.filter((heading) => !shown.some((text) => text.includes(heading)))).toEqual([]);
});

describe.each(cities)('the page of $name', ({ name, state, path }) => {
  const page = () => pageAt(path);

  test('shows what every city page shows, for this city', () => {
    expect(page().status).toBe(200);
    expect(squeeze(page().root.querySelector('h1')?.text ?? '')).toBe(`Best SEO Services in ${name}`);
    const text = shownText(page());
    for (const wanted of [state, '27+', '750+', '300%+', 'ranked #1']) expect(text).toContain(wanted);
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

  test('is a local business of this city to search engines', () => {
    const [business] = nodesOf(page(), 'ProfessionalService');
    expect(business).toMatchObject({
      '@id': `${siteUrl}${path}#business`,
      telephone: '+91 00000 00000',
      areaServed: { '@type': 'City', name, containedInPlace: { name: state } },
      openingHoursSpecification: [{ opens: '09:00', closes: '18:00' }],
    });
    expect(canonicalOf(page())).toBe(`${siteUrl}${path}`);
    expect(titleOf(page())).toContain(name);
  });
});

describe('what search engines get of every page', () => {
  test('title, description, keywords and canonical of its own', () => {
    const all = allPaths.map(pageAt);
    for (const [what, values] of Object.entries({
      title: all.map(titleOf),
      description: all.map((page) => metaOf(page, 'description')),
      canonical: all.map(canonicalOf),
      'og:image': all.map((page) => metaOf(page, 'og:image')),
    })) {
      expect(
        values.filter((value) => !value),
        what,
      ).toEqual([]);
      expect(new Set(values).size, what).toBe(values.length);
    }
    for (const page of all) {
      for (const address of [canonicalOf(page), metaOf(page, 'og:url')])
        expect(new URL(address ?? '').href).toBe(`${siteUrl}${page.path}`);
      expect(metaOf(page, 'keywords'), page.path).toBeTruthy();
      expect(metaOf(page, 'robots')).toBe('index, follow');
      expect(metaOf(page, 'twitter:card')).toBe('summary_large_image');
      expect(titleOf(page).length, `${page.path}: ${titleOf(page)}`).toBeLessThanOrEqual(60);
    }
  });

  test('structured data by the vocabulary, with what Google requires, and no reference into nowhere', () => {
    const known = new Set(allPaths.flatMap((path) => idsOf(graphOf(pageAt(path))).defined));
    for (const path of allPaths) {
      const nodes = graphOf(pageAt(path));
      expect(
        nodes.flatMap((node) => vocabularyProblems(node)),
        path,
      ).toEqual([]);
      expect(
        nodes.flatMap((node) => missingForGoogle(node)),
        path,
      ).toEqual([]);
      const { defined, referred } = idsOf(nodes);
      expect(
        referred.filter((id) => !known.has(id)),
        path,
      ).toEqual([]);
      expect(new Set(defined).size, path).toBe(defined.length);
    }
  });

  test('structured data says what the page shows', () => {
    const plain = (html: unknown) =>
      squeeze(
        String(html)
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll('&amp;', '&')
          .replaceAll('&lt;', '<'),
      );
    const named = (node: JsonNode, key: string) =>
      membersOf(node, key).map((member) => textOf(member, 'name'));
    for (const path of allPaths) {
      const page = pageAt(path);
      const text = shownText(page);
      const said: string[] = [
        ...nodesOf(page, 'Organization').flatMap((node) => textsOf([node.telephone, node.email, node.name])),
        ...nodesOf(page, 'BreadcrumbList').flatMap((node) => named(node, 'itemListElement')),
        ...nodesOf(page, 'FAQPage').flatMap((node) => named(node, 'mainEntity')),
        ...nodesOf(page, 'FAQPage')
          .flatMap((node) => membersOf(node, 'mainEntity'))
          .flatMap((question) => textOf(Object(question.acceptedAnswer), 'text').split('\n'))
          .map(squeeze),
        ...nodesOf(page, 'JobPosting').flatMap((node) => [textOf(node, 'title')]),
        ...nodesOf(page, 'JobPosting')
          .flatMap((node) => String(node.description).split('</p>'))
          .map(plain),
        ...nodesOf(page, 'Service')
          .flatMap((node) => membersOf(node, 'hasOfferCatalog'))
          .flatMap((catalog) => membersOf(catalog, 'itemListElement'))
          .flatMap((offer) => textOf(Object(offer.itemOffered), 'name')),
      ];
      expect(
        said.filter((words) => words !== '' && !text.includes(words)),
        path,
      ).toEqual([]);
      expect(JSON.stringify(graphOf(page)), path).not.toMatch(/\{[a-z]+\}/i);
    }
  });

  test('no error by the Nu HTML checker', async () => {
    expect(await htmlErrors([...pages.values()])).toEqual([]);
  });

  test('a picture for sharing, small and of the right size', async () => {
    for (const path of ['/', '/about', '/pay-online', '/refund-policy', '/seo-services-surat']) {
      const address = new URL(metaOf(pageAt(path), 'og:image') ?? '');
      const response = await fetch(`${stack.siteUrl}${address.pathname}${address.search}`);
      expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/png']);
      expect(response.headers.get('cache-control'), path).toContain('max-age=');
      const picture = Buffer.from(await response.arrayBuffer());
      const { width, height } = await sharp(picture).metadata();
      expect([width, height]).toEqual([1200, 630]);
      expect(picture.length).toBeLessThan(60_000);
    }
    expect((await fetch(`${stack.siteUrl}/opengraph-image/no-such-page`)).status).toBe(404);
  });

  test('a sitemap of exactly these pages, with the time of their last change', async () => {
    const response = await fetch(`${stack.siteUrl}/sitemap.xml`);
    expect(response.headers.get('content-type')).toMatch(/xml/);
    const xml = await response.text();
    const listed = [...xml.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)];
    expect(listed.map(([, url]) => url).sort()).toEqual(allPaths.map((path) => `${siteUrl}${path}`).sort());
    const times = listed.map(([, , time = '']) => Date.parse(time));
    expect(times.filter((time) => !(time <= Date.now()))).toEqual([]);
    expect((await fetch(`${stack.siteUrl}/sitemap/2.xml`)).status).toBe(404);
  });

  test('robots may come, and are told of the sitemap', async () => {
    const text = await (await fetch(`${stack.siteUrl}/robots.txt`)).text();
    expect(text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    expect(text).not.toMatch(/^Disallow: \/$/m);
  });
});

describe('shared elements', () => {
  test.each([
    ['/', 'Home'],
    ['/about', 'About'],
    ['/digital-marketing', ''],
    ['/tender-services', ''],
    ['/contact', ''],
  ])('every page has the menu’s link to %s, marked where it is the current one', (href, words) => {
    for (const path of allPaths) expectLink(pageAt(path), words, href);
    const current = pageAt(href).root.querySelectorAll('nav a[aria-current="page"]');
    expect(current.length).toBeGreaterThan(0);
    expect(new Set(current.map((link) => link.getAttribute('href')))).toEqual(new Set([href]));
  });

  test('every page has the button, the footer’s links and what the footer tells', () => {
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
      const text = squeeze(page.root.querySelector('footer')?.text ?? '');
      for (const wanted of [
        '27+',
        'hello@example.com',
        '+91 00000 00000',
        'Gurugram',
        'Abu Dhabi',
        'Powered by INDIA ON PLATTER',
      ])
        expect(text, path).toContain(wanted);
    }
  });

  test('the overlay is on the page, with its words', () => {
    expect(shownText(pageAt('/'))).toContain('Preparing your experience...');
  });
});

describe('paths that lead nowhere', () => {
  test('answer 404 with the heading, the text and a way home', () => {
    const page = pageAt('/no-such-page');
    expect(page.status).toBe(404);
    expect(squeeze(page.root.querySelector('h1')?.text ?? '')).toContain('404');
    expect(shownText(page)).toContain('Oops! Page not found');
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
  ])('%s is no page and no error of the server', async (path) => {
    const response = await fetch(`${stack.siteUrl}${path}`, { redirect: 'manual' });
    const text = await response.text();
    expect([400, 404, 308, 414]).toContain(response.status);
    expect(text).not.toContain('<script>alert(1)');
  });

  test('the other name of a city leads to its page for good', async () => {
    const response = await fetch(`${stack.siteUrl}/seo-services-gurugram`, { redirect: 'manual' });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toMatch(/\/seo-services-gurgaon$/);
  });
});
