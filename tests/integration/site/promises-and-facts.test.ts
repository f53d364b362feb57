import { HTMLElement } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimKinds, evidence, setClaims } from '../../support/confirm-claims.ts';
import { attributeTexts, collapseSpaces, type FetchedPage, fetchPage } from '../../support/html.ts';
import { claimPaths, publicPaths, workPaths } from '../../support/routes.ts';
import { membersOf, seedDocuments, textOf } from '../../support/seed-content.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { siteUrl } from './fetched-site.ts';

/**
 * Reads every page of a public site with no claim confirmed, with all, and with one kind alone. A text that announces
 * facts must be on a page that shows one, or link to such a page.
 */

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'], env: { SITE_URL: siteUrl } });
});
afterAll(() => stack?.stop());

let rounds = 0;
const seed = seedDocuments();
const ofType = (type: string, field: string) =>
  seed.filter(({ _type }) => _type === type).map((document) => textOf(document, field));
const stories = seed
  .flatMap((document) => membersOf(document, 'sections'))
  .flatMap((section) => membersOf(section, 'stories'));

/** Matches any of the texts. */
const oneOf = (texts: readonly string[]) =>
  new RegExp(texts.map((text) => text.replaceAll(/[+.?()]/g, '\\$&')).join('|'));

/** Wordings that announce facts of a kind, and what a page shows that has one. */
const announcements: Record<string, { says: RegExp; shows: RegExp }> = {
  prices: {
    says: /^prices$|\b(?:see|our|starting) prices\b|\bprices (?:by service|of our)\b|\bprice guide\b|^what it costs\b/i,
    shows: /(?:₹|AED)\s?\d[\d,]* (?:a month|a project|a bid)/,
  },
  people: {
    says: /\bpeople you talk to|\b(?:meet|know) the people|\bthem by name\b|\bthe right person\b|\bask (?:about your own|before you plan|the tender desk)|\bquestions\? ask\b/i,
    shows: oneOf(ofType('person', 'name')),
  },
  testimonials: {
    says: /\bclients say\b|\btestimonials?\b|\btheir own words\b|\breviews of us\b/i,
    shows: oneOf(ofType('testimonial', 'person')),
  },
  'success stories': {
    says: /\bsuccess stor|\bwhat changed for our clients\b|\b(?:two|three|four) clients\b/i,
    shows: oneOf(stories.map((story) => textOf(story, 'client'))),
  },
  'case studies': {
    says: /\bcase stud|\bwhat we did, and\b|\bwork for our clients\b|^work$/i,
    shows: oneOf(ofType('caseStudy', 'title')),
  },
  'the story': { says: /\bour story\b|\bit began\b|\bhow we began\b/i, shows: /It began with/ },
  sources: {
    says: /\bour figures\b|\bwhere (?:they|these|the figures) come from\b/i,
    shows: oneOf([evidence.source]),
  },
};

const visibleTextOf = (element: HTMLElement | null | undefined) =>
  collapseSpaces(element?.structuredText ?? '');

/** Returns the texts on a page outside links. */
function ownTexts({ root }: FetchedPage): string[] {
  const lines = (node: HTMLElement): string[] =>
    node.tagName === 'A' || node.tagName === 'SCRIPT' || node.tagName === 'STYLE'
      ? []
      : node.childNodes.flatMap((child) =>
          child instanceof HTMLElement ? lines(child) : [collapseSpaces(child.text)],
        );
  const body = root.querySelector('body');
  return (body ? lines(body) : []).filter(Boolean);
}

/** Returns the paths of the site's own pages that a page links to, with the links' texts. */
const linksOf = ({ root, path }: FetchedPage) =>
  root.querySelectorAll('a[href]').flatMap((link) => {
    const { origin, pathname } = new URL(link.getAttribute('href') ?? '', `${siteUrl}${path}`);
    return origin === siteUrl ? [{ to: pathname, text: collapseSpaces(link.text) }] : [];
  });

const sitemapPaths = async () =>
  [...(await (await fetch(`${stack.siteUrl}/sitemap.xml`)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );

/** Confirms the claims of some kinds only, and reads all pages as they are afterwards. */
async function readSite(kinds: readonly string[]): Promise<Map<string, FetchedPage>> {
  rounds += 1;
  const round = `Round ${rounds}.`;
  await setClaims(stack.client('editor'), kinds, { copyright: round });
  const pages = new Map<string, FetchedPage>();
  const read = async (path: string) => {
    await expect
      .poll(
        async () => {
          const page = await fetchPage(stack.siteUrl, path);
          pages.set(path, page);
          return page.html.includes(round);
        },
        { message: path },
      )
      .toBe(true);
  };
  await read('/');
  for (const path of await sitemapPaths()) if (path !== '/') await read(path);
  return pages;
}

function problemsOf(pages: Map<string, FetchedPage>): string[] {
  const isShown = (shows: RegExp, path: string) =>
    shows.test(visibleTextOf(pages.get(path)?.root.querySelector('main')));
  return [...pages.values()].flatMap((page) => {
    const lines = [...ownTexts(page), ...attributeTexts(page)];
    return [
      ...linksOf(page)
        .filter(({ to }) => !pages.has(to))
        .map(({ to, text }) => `${page.path}: “${text}” links to ${to}, which the sitemap leaves out`),
      ...Object.entries(announcements).flatMap(([name, { says, shows }]) => [
        ...lines
          .filter((line) => says.test(line) && !isShown(shows, page.path))
          .map((line) => `${page.path} announces ${name}: ${line}`),
        ...linksOf(page)
          .filter(({ text, to }) => says.test(text) && !isShown(shows, to))
          .map(({ to, text }) => `${page.path} announces ${name} at ${to}: ${text}`),
      ]),
      ...page.root
        .querySelectorAll('main section, main ul, main dl')
        .filter((element) => collapseSpaces(element.text) === '')
        .map(() => `${page.path} has an empty section or list`),
    ];
  });
}

test.each<[confirmed: string, kinds: readonly string[]]>([
  ['nothing', []],
  ['everything', claimKinds],
  ...claimKinds.map((kind): [string, string[]] => [kind, [kind]]),
])('with %s confirmed, no page announces facts that it does not show', async (_confirmed, kinds) => {
  const pages = await readSite(kinds);
  expect(problemsOf(pages)).toEqual([]);
  const isConfirmed = (...some: string[]) => some.some((kind) => kinds.includes(kind));
  const expected = [
    ...publicPaths,
    ...claimPaths.filter((path) =>
      path === '/prices' ? isConfirmed('Price') : isConfirmed('Figure', 'Promise'),
    ),
    ...(isConfirmed('Case study') ? workPaths : []),
  ];
  expect([...pages.keys()].toSorted()).toEqual(expected.toSorted());
  for (const path of [...claimPaths, ...workPaths].filter((one) => !expected.includes(one))) {
    expect((await fetchPage(stack.siteUrl, path)).status, path).toBe(404);
    expect((await fetch(`${stack.siteUrl}/opengraph-image${path}`)).status, path).toBe(404);
  }
});

test('a figure leads to its source, which the page of sources shows with date and last day', async () => {
  const pages = await readSite(['Figure', 'Promise']);
  const evidencePage = pages.get('/evidence');
  if (!evidencePage) throw new Error('There is no page of sources.');
  const rows = evidencePage.root.querySelectorAll('main li[id]');
  const settings = seed.find(({ _type }) => _type === 'siteSettings');
  const figures = membersOf(settings, 'figures');
  expect(rows).toHaveLength(figures.length + membersOf(settings, 'promises').length);
  for (const row of rows)
    expect(collapseSpaces(row.text)).toMatch(
      /Campaigns of two years.*Source ?Ledger of the year.*31 January 2026.*31 December 2099/,
    );
  expect(evidencePage.html).not.toContain(evidence.confirmedBy);

  const tiles = [...pages.values()].flatMap(({ root, path }) =>
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
