import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createSchema, pathToString } from 'sanity';
import { describe, expect, test } from 'vitest';
import { daysFromToday, formatDay } from '#schemas/days.ts';
import { schemaTypes } from '#schemas/index.ts';
import { endingRules, unconfirmedRules } from '#studio/content/tender-rules.ts';
import { pairVersions } from '#studio/tools/dashboard/content.ts';
import { deadLinks } from '#studio/tools/dashboard/links.ts';
import { entriesOf, findEntries } from '#studio/tools/dashboard/search.ts';
import { documentById, documents } from './seed.ts';

const schema = createSchema({ name: 'test', types: schemaTypes });

describe('search of the start page', () => {
  const entries = entriesOf(pairVersions(documents), schema);
  test.each([
    ['phone number', 'siteSettings phone'],
    ['Footer', 'siteSettings footerText'],
    ['headline', 'page-home sections[_key=="hero"].heading'],
    ['menu', 'siteSettings mainNavigation'],
    ['opening hours', 'siteSettings contactHours'],
    ['27+ years of marketing you can', 'page-about sections[_key=="hero"].heading'],
    ['750+ businesses scaled', 'page-home sections[_key=="hero"].figures[_key=="businesses"]'],
    ['refund policy', 'policy-refund-policy title'],
    [
      'your written cancellation',
      'policy-refund-policy sections[_key=="cancelling-a-project"].body[_key=="text"].children[_key=="span"]',
    ],
    ['building and floor', 'siteSettings offices[_key=="gurugram"].addressLines[0]'],
  ])('“%s” leads to %s', (typed, place) => {
    const [first] = findEntries(entries, typed, 8);
    expect(first && `${first.id} ${pathToString(first.path)}`).toBe(place);
  });

  test('says nothing of what is nowhere', () => {
    expect(findEntries(entries, 'quicksilver', 8)).toEqual([]);
    expect(findEntries(entries, ' ', 8)).toEqual([]);
  });
});

describe('links that lead nowhere', () => {
  const linked = (link: object) => ({
    _id: 'drafts.page-x',
    _type: 'page',
    title: 'X',
    sections: [
      {
        _type: 'hero',
        _key: 'h',
        actions: [{ _type: 'action', _key: 'a', link: { _type: 'link', ...link } }],
      },
    ],
  });
  const inText = {
    _id: 'page-x',
    _type: 'page',
    sections: [
      {
        _type: 'textBlock',
        _key: 't',
        body: [
          {
            _type: 'block',
            _key: 'b',
            children: [],
            markDefs: [{ _type: 'link', _key: 'm', kind: 'path', path: '/nowhere' }],
          },
        ],
      },
    ],
  };
  const reference = (_ref: string) => ({ kind: 'internal', reference: { _type: 'reference', _ref } });
  const hidden = { ...documentById('page-about'), _id: 'drafts.page-hidden', title: 'Hidden' };

  test.each([
    ['a page', linked(reference('page-about')), undefined],
    ['a page that is only a draft', linked(reference('page-hidden')), '“Hidden” is not published.'],
    ['a page that is gone', linked(reference('page-gone')), 'The chosen page no longer exists.'],
    ['no page', linked({ kind: 'internal' }), 'No page is chosen.'],
    ['nothing', linked({}), 'No link target is chosen.'],
    ['a path', linked({ kind: 'path', path: '/about?x=1#y' }), undefined],
    ['a path that is redirected', linked({ kind: 'path', path: '/seo-services-gurugram' }), undefined],
    ['a place on the page', linked({ kind: 'path', path: '#openings' }), undefined],
    ['a path of the site itself', linked({ kind: 'path', path: '/articles/feed.xml' }), undefined],
    [
      'a path without a page',
      linked({ kind: 'path', path: '/old' }),
      'There is no page or redirect at /old.',
    ],
    ['a path without a page, from a text', inText, 'There is no page or redirect at /nowhere.'],
    ['another website', linked({ kind: 'url', url: 'https://example.com' }), undefined],
    [
      'half an address',
      linked({ kind: 'url', url: 'example.com' }),
      expect.stringContaining('not a web address'),
    ],
    ['a telephone', linked({ kind: 'phone' }), undefined],
    [
      'a redirect that ends nowhere',
      { _id: 'redirect-x', _type: 'redirect', from: '/x', to: '/old' },
      'There is no page or redirect at /old.',
    ],
    [
      'a redirect from a page that exists',
      { _id: 'redirect-x', _type: 'redirect', from: '/About/', to: '/contact' },
      expect.stringContaining('/About/ is an existing page'),
    ],
    [
      'a redirect whose source is not written yet',
      { _id: 'drafts.redirect-x', _type: 'redirect', to: '/contact' },
      undefined,
    ],
  ])('%s', (_name, document, problem) => {
    const found = deadLinks(pairVersions([...documents, hidden, document]), schema);
    expect(found.map((one) => one.problem)).toEqual(problem ? [problem] : []);
  });

  test('two redirects that lead to each other', () => {
    const leading = (from: string, to: string) => ({ _id: `redirect-${from}`, _type: 'redirect', from, to });
    const loop = [leading('/loop-a', '/loop-b'), leading('/loop-b', '/loop-a')];
    expect(deadLinks(pairVersions([...documents, ...loop]), schema)).toEqual([
      expect.objectContaining({ path: ['from'], problem: expect.stringContaining('Loop: /loop-b') }),
      expect.objectContaining({ path: ['from'], problem: expect.stringContaining('Loop: /loop-a') }),
    ]);
  });

  test('names the field', () => {
    const [found] = deadLinks(pairVersions([...documents, linked({ kind: 'path', path: '/old' })]), schema);
    expect(found && [found.id, pathToString(found.path)]).toEqual([
      'page-x',
      'sections[_key=="h"].actions[_key=="a"].link.path',
    ]);
  });
});

describe('tender rules to check', () => {
  const rule = (until: string, toCheck?: string) => ({
    _id: `rule-${until}`,
    _type: 'tenderRule',
    name: 'A rule',
    source: 'GFR 2017, rule 1',
    until,
    toCheck,
  });
  const href = (...parts: string[]) => parts.join(' ');

  test('appear from sixty days before their end, with what to check', () => {
    const days = [-1, 0, 60, 61].map(daysFromToday);
    const rows = endingRules(
      days.map((until) => rule(until, 'Is it still so?')),
      href,
    );
    expect(rows.map(({ badge, detail }) => [badge?.text, badge?.tone, detail])).toEqual([
      [`Ended on ${formatDay(days[0] ?? '')}`, 'critical', 'Is it still so? Source: GFR 2017, rule 1'],
      [`Ends on ${formatDay(days[1] ?? '')}`, 'caution', 'Is it still so? Source: GFR 2017, rule 1'],
      [`Ends on ${formatDay(days[2] ?? '')}`, 'caution', 'Is it still so? Source: GFR 2017, rule 1'],
    ]);
    expect(rows[0]?.href).toBe(`rule-${days[0]} tenderRule until`);
  });

  test('are unconfirmed while something is left to check', () => {
    const rows = unconfirmedRules([rule('2099-01-01', 'Caution money?'), rule('2099-01-02')], href);
    expect(rows.map(({ detail }) => detail)).toEqual(['Caution money? Source: GFR 2017, rule 1']);
  });
});

describe('the handbook', () => {
  const folder = path.resolve('docs/handbook');
  const pages = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const texts = pages.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const named = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));

  test('has one level-1 heading on each page', () => {
    for (const text of texts) expect(text.match(/^# /gm)).toHaveLength(1);
  });

  test('shows every stored picture with a description, each at most 60 kB', () => {
    const shown = named(/!\[[^\]]{10,}\]\(pictures\/([^)]+)\)/g);
    expect(shown.toSorted()).toEqual(readdirSync(path.join(folder, 'pictures')).toSorted());
    for (const name of shown)
      expect(statSync(path.join(folder, 'pictures', name)).size, name).toBeLessThanOrEqual(60_000);
  });

  test('links only to existing pages', () => {
    for (const name of named(/\]\(([\w-]+\.md)\)/g)) expect(pages).toContain(name);
  });
});
