import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { findClaims } from '#schemas/claims.ts';
import { propertyOf, textOf as textIn } from '#schemas/property.ts';
import { claimKinds, evidence, setClaims } from '../../support/confirm-claims.ts';
import {
  collapseSpaces,
  type FetchedPage,
  fetchPage,
  graphOf,
  metaOf,
  nodesOf,
  visibleText,
} from '../../support/html.ts';
import {
  articlePaths,
  cityPath,
  cityPaths,
  claimPaths,
  jobPaths,
  policyPaths,
  publicPaths,
  workPaths,
} from '../../support/routes.ts';
import { missingForGoogle, unknownNames } from '../../support/schema-org.ts';
import { membersOf, seedDocuments, textOf } from '../../support/seed-content.ts';
import { publicUrl, sharedStack } from '../../support/shared-stack.ts';

/** Reads the pages of a public site with no claim confirmed, with all, and with one kind alone. */

const stack = await sharedStack('public');
const client = stack.client('editor');
const [workList = '', workPath = ''] = workPaths;
const seed = seedDocuments();
const ofType = (type: string) => seed.filter(({ _type }) => _type === type);
const textsOf = (type: string, field: string) => ofType(type).map((document) => textOf(document, field));
const sections = (id: string, type: string) =>
  membersOf(
    seed.find(({ _id }) => _id === id),
    'sections',
  ).filter(({ _type }) => _type === type);
const stories = sections('page-digital-marketing', 'successStories').flatMap((one) =>
  membersOf(one, 'stories'),
);
const [study] = ofType('caseStudy');
const [settings] = ofType('siteSettings');

type Round = {
  /** All paths in the sitemap. */
  listed: string[];
  /** Pages by path. With a single kind, without pages that show the same as with none. */
  pages: Map<string, FetchedPage>;
  /** Sitemap and feed. */
  files: string[];
  /** Status of each page that is not in the sitemap, and of its share image. */
  unlisted: Record<string, [number, number]>;
};
const rounds = new Map<string, Round>();
/** Pages whose own texts have no claims. One city and one opening represent the others. */
const withoutClaims = [
  ...policyPaths,
  ...articlePaths,
  ...cityPaths.filter((path) => path !== cityPath('pune')),
  ...jobPaths.slice(1),
];
const text = async (path: string) => (await fetch(`${stack.siteUrl}${path}`)).text();
const status = async (path: string) => (await fetch(`${stack.siteUrl}${path}`)).status;

/** Confirms the claims of some kinds only, and reads the site as it is afterwards. */
async function readSite(kinds: readonly string[]): Promise<Round> {
  const known = rounds.get(`${kinds}`);
  if (known) return known;
  const copyright = `Round ${rounds.size}.`;
  await setClaims(client, kinds, { copyright });
  const limit = pLimit(4);
  const read = (path: string) =>
    limit(async () => {
      await expect.poll(() => text(path), { message: path }).toContain(copyright);
      return fetchPage(stack.siteUrl, path);
    });
  await read('/');
  const files = await Promise.all(['/sitemap.xml', '/articles/feed.xml'].map(text));
  const listed = [...(files[0] ?? '').matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );
  const pages = listed.filter((path) => kinds.length !== 1 || !withoutClaims.includes(path)).map(read);
  const unlisted = [...claimPaths, ...workPaths].filter((path) => !listed.includes(path));
  const round = {
    listed,
    pages: new Map((await Promise.all(pages)).map((page) => [page.path, page])),
    files,
    unlisted: Object.fromEntries(
      await Promise.all(
        unlisted.map(
          async (path): Promise<[string, [number, number]]> => [
            path,
            [await status(path), await status(`/opengraph-image${path}`)],
          ],
        ),
      ),
    ),
  };
  rounds.set(`${kinds}`, round);
  return round;
}
const readNothing = () => readSite([]);
const readEverything = () => readSite(claimKinds);

function pageIn({ pages }: Round, path: string): FetchedPage {
  const page = pages.get(path);
  if (!page) throw new Error(`${path} was not read.`);
  return page;
}

/** Returns the paths of the site's own pages that a page links to, with the links' texts. */
const linksOf = ({ root, path }: FetchedPage) =>
  root.querySelectorAll('a[href]').flatMap((link) => {
    const { origin, pathname } = new URL(link.getAttribute('href') ?? '', `${publicUrl}${path}`);
    return origin === publicUrl ? [{ to: pathname, text: collapseSpaces(link.text) }] : [];
  });

/** No page links to one that the sitemap leaves out, or has a section or list without a text. */
const findProblems = ({ pages, listed }: Round) =>
  [...pages.values()].flatMap((page) => [
    ...linksOf(page)
      .filter(({ to }) => !listed.includes(to))
      .map(({ to, text }) => `${page.path}: “${text}” links to ${to}, which the sitemap leaves out`),
    ...page.root
      .querySelectorAll('main section, main ul, main dl')
      .filter((element) => collapseSpaces(element.text) === '')
      .map(() => `${page.path} has an empty section or list`),
  ]);

test.each<[confirmed: string, kinds: readonly string[]]>([
  ['nothing', []],
  ['everything', claimKinds],
  ...claimKinds.map((kind): [string, string[]] => [kind, [kind]]),
])(
  'with %s confirmed, the site has the pages and sections of these claims, and no link to others',
  async (_confirmed, kinds) => {
    const round = await readSite(kinds);
    expect(findProblems(round)).toEqual([]);
    const isConfirmed = (...some: string[]) => some.some((kind) => kinds.includes(kind));
    const [prices, sources] = claimPaths;
    const expected = [
      ...publicPaths,
      ...(isConfirmed('Price') ? [prices] : []),
      ...(isConfirmed('Figure', 'Promise') ? [sources] : []),
      ...(isConfirmed('Case study') ? workPaths : []),
    ];
    expect(round.listed.toSorted()).toEqual(expected.toSorted());
    for (const [path, statuses] of Object.entries(round.unlisted))
      expect([path, statuses]).toEqual([path, [404, 404]]);
  },
);

test('a figure leads to its source, which the page of sources shows with date and last day', async () => {
  const round = await readEverything();
  const sources = pageIn(round, '/evidence');
  const rows = sources.root.querySelectorAll('main li[id]');
  expect(rows).toHaveLength(membersOf(settings, 'figures').length + membersOf(settings, 'promises').length);
  for (const row of rows)
    expect(collapseSpaces(row.text)).toMatch(
      /Campaigns of two years.*Source ?Ledger of the year.*31 January 2026.*31 December 2099/,
    );
  expect(sources.html).not.toContain(evidence.confirmedBy);

  const tiles = [...round.pages.values()].flatMap(({ root, path }) =>
    root.querySelectorAll('dd.figure-value.text-lg, dd.figure-value.text-3xl').map((value) => ({
      path,
      label: collapseSpaces(value.parentNode?.querySelector('dt')?.text ?? ''),
      href: value.querySelector('a')?.getAttribute('href'),
    })),
  );
  expect(tiles.length).toBeGreaterThan(100);
  for (const { path, label, href } of tiles) {
    // The register holds this claim as a promise of its own.
    if (label === 'businesses ranked #1') expect(href, path).toBeUndefined();
    else
      expect(
        rows.map(({ id }) => `/evidence#${id}`),
        `${path}: ${label}`,
      ).toContain(href);
  }
});

/** Fields without text for visitors of the page. */
const unsaid = new Set([
  ...['evidence', 'consent', 'slug', 'services', 'cities', 'style', 'art', 'side', 'order'],
]);

/** Returns every text in a claim. */
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [collapseSpaces(value)]
    : Object.entries(Object(value))
        .filter(([name]) => !name.startsWith('_') && !unsaid.has(name))
        .flatMap(([, member]) => stringsIn(member));

/** Paths with the texts that occur only in samples, and that the page shows if samples are shown. */
const samples = Object.entries({
  '/': ofType('testimonial'),
  '/digital-marketing': stories,
  '/about': [sections('page-about', 'textBlock'), ofType('person').slice(0, 3)],
  '/contact': textsOf('person', 'name').slice(0, 3),
  [workList]: textOf(study, 'title'),
  [workPath]: ofType('caseStudy'),
  // The case study's service and city link to it.
  '/seo-sem': textOf(study, 'title'),
  '/seo-services-pune': textOf(study, 'title'),
  // A wrong account number would send customers' money to a stranger.
  '/pay-online': textIn(propertyOf(settings, 'bankAccount'), 'details')?.split('\n'),
}).map(([path, claims]) => ({ path, phrases: stringsIn(claims).filter((phrase) => phrase.length > 11) }));

/** Returns a page's texts, including those for screen readers and search engines. */
const textsIn = ({ html, root }: FetchedPage) => `${collapseSpaces(html)} ${collapseSpaces(root.text)}`;

test('samples appear on no page, in no structured data, sitemap or feed', async () => {
  const { pages, files } = await readNothing();
  const phrases = samples.flatMap((one) => one.phrases);
  expect(phrases.length).toBeGreaterThan(30);
  for (const reported of [...[...pages.values()].map(textsIn), ...files]) {
    expect(phrases.filter((phrase) => reported.includes(phrase))).toEqual([]);
    expect(reported).not.toMatch(/"(?:aggregateRating|review)"|claim-mark/i);
    expect(reported).not.toContain(workPath);
  }
});

test('confirmed claims are shown without a mark, and not who confirmed them', async () => {
  const round = await readEverything();
  const text = (path: string) => textsIn(pageIn(round, path));
  for (const { path, phrases } of samples)
    expect([path, phrases.filter((phrase) => !text(path).includes(phrase))]).toEqual([path, []]);
  for (const { path, html } of round.pages.values()) {
    expect(html, path).not.toContain('claim-mark');
    expect(html, path).not.toContain(evidence.confirmedBy);
    expect(html, path).not.toContain(textOf(study, 'consent'));
  }
  expect(metaOf(pageIn(round, workList), 'robots')).toBe('index, follow');
  expect(visibleText(pageIn(round, '/prices'))).toMatch(/₹25,000 a month.*from AED\s2,000 a month/);
  expect(visibleText(pageIn(round, '/careers/content-writer'))).toContain('Questions? Ask Kavita Rao');
  const work = pageIn(round, workPath);
  expect(nodesOf(work, 'Article')).toHaveLength(1);
  const nodes = [...graphOf(work), ...graphOf(pageIn(round, '/about'))];
  expect(nodes.flatMap((node) => [...unknownNames(node), ...missingForGoogle(node)])).toEqual([]);
});

test('a service without a confirmed price is listed with a button that asks for it', async () => {
  await setClaims(client, claimKinds, {});
  const unproven = findClaims(seed)
    .filter(({ kind }) => kind === 'Price')
    .slice(0, -1);
  const transaction = client.transaction();
  for (const { id, path } of unproven)
    transaction.patch(id, (patch) => patch.set({ [path]: { isSample: true } }));
  await transaction.commit();
  // Each button says which price it asks for, also to people who cannot see its place, and in the enquiry.
  const buttons = async () =>
    (await fetchPage(stack.siteUrl, '/prices')).root
      .querySelectorAll('main li a[href^="/contact?service="]')
      .map(
        (link) => [collapseSpaces(link.text), new URL(link.getAttribute('href') ?? '', publicUrl)] as const,
      );
  await expect.poll(buttons).toHaveLength(unproven.length);
  const requests = await buttons();
  expect(new Set(requests.map(([name]) => name)).size).toBe(unproven.length);
  for (const [name, { searchParams }] of requests) expect(searchParams.get('message')).toBe(name);
  const [, pr] = requests.find(([name]) => name.includes('PR and reputation')) ?? [];
  expect(pr?.searchParams.get('service')).toBe('digital-marketing');
  expect(await text('/prices')).not.toContain('₹25,000 a month');
});
