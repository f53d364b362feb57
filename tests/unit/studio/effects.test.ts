import { describe, expect, test } from 'vitest';
import { placeholdersOf, plainText } from '#studio/content/traverse.ts';
import { effectsOf } from '#studio/publishing/effects.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { similarityFinder } from '#studio/publishing/similarity.ts';
import type { SiteContext } from '#studio/publishing/site-context.ts';
import { documentFromTrash, trashEntryOf } from '#studio/trash/trashed-document.ts';
import { documentById, documents, nothing } from './seed.ts';

const about = { _id: 'about', _type: 'page', title: 'About' };
const page = (slug: string, ...sections: object[]) => ({ title: 'Page', slug: { current: slug }, sections });
const byPath = (path: string) => ({ _type: 'callToAction', link: { kind: 'path', path } });

/** Effects of publishing (or removing), as their weights and texts. */
function effects(type: string, before: unknown, after: unknown, around: Partial<SiteContext> = {}) {
  const found = effectsOf({ id: 'one', type, before, after }, { ...nothing, ...around });
  return found.map(({ severity, text }) => `${severity}: ${text}`);
}

describe('publishing', () => {
  test.each([
    ['a change of text', 'page', page('a'), page('a', { heading: 'New' })],
    ['a new page', 'page', null, page('a')],
    ['a link by path that leads to the page itself', 'page', page('a'), page('a', byPath('/a#top'))],
    ['fixed placeholders', 'page', page('a'), page('a', { heading: '{agency}, {city}' })],
    ['a redirect that leads elsewhere', 'redirect', { from: '/a' }, { from: '/a', to: '/studio' }],
  ])('reports nothing for %s', (_what, type, before, after) => {
    expect(effects(type, before, after)).toEqual([]);
  });

  test.each([
    ['page', page('home'), page('welcome'), /^error: .* would have no home page/],
    ['page', page('a'), page('b'), /^info: This page moves from \/a to \/b/],
    ['page', page('b'), page('b', { heading: '{figure}' }), /^error: Visitors would see {figure}/],
    ['page', null, page('a', byPath('/gone')), /^warning: A link leads to \/gone, but there is no page/],
    [
      'page',
      page('a'),
      { ...page('a'), end: { at: '2026-01-01T00:00:00Z' } },
      /^warning: This page ends at a time that has passed, 1 Jan 2026, 5:30 am/,
    ],
    ['redirect', null, { from: '/a', to: '/gone' }, /^warning: A link leads to \/gone/],
    ['redirect', { from: '/a', to: '/b' }, null, /^warning: Visitors to \/a will see/],
    ['siteSettings', null, {}, /^info: These settings are part of every page/],
    ['siteSettings', null, {}, /^info: Still to be filled in before the launch: Name of the agency/],
    [
      'siteSettings',
      null,
      { figures: [{ _key: 'a', key: 'years', value: '30+', label: 'years' }] },
      /^warning: “30\+ years” has no source/,
    ],
  ])('reports a %s from %j to %j', (type, before, after, text) => {
    expect(effects(type, before, after)).toContainEqual(expect.stringMatching(text));
  });

  test('reports new promises without evidence, with their fields', () => {
    const article = (summary: string, ...texts: string[]) => {
      const children = (text: string) => [{ _type: 'span', text }];
      const body = texts.map((text, at) => ({ _key: `${at}`, _type: 'block', children: children(text) }));
      return { _type: 'article', summary, body };
    };
    const before = article('We always answer.', 'Tenders differ.');
    const after = article('We always answer.', 'Tenders differ.', 'You get a reply within 2 hours.');
    const change = { id: 'one', type: 'article', before, after };
    expect(effectsOf(change, nothing)).toEqual([
      {
        severity: 'warning',
        text: expect.stringMatching(/: “You get a reply within 2 hours\.”$/),
        fields: [{ title: 'body[_key=="1"]', path: ['body', { _key: '1' }] }],
      },
    ]);
    const promises = [{ wordings: ['a reply within 2 hours'] }];
    expect(effectsOf(change, { ...nothing, promises })).toEqual([]);
    expect(effectsOf({ ...change, before: null, after: null }, nothing)).toEqual([]);
  });

  test('reports redirects that a move leads on or removes', () => {
    const redirects = [
      { _id: 'r1', from: '/old', to: '/a' },
      { _id: 'r2', from: '/B/', to: '/c' },
    ];
    expect(effects('page', page('a'), page('b'), { redirects })).toEqual([
      expect.stringMatching(/So will \/old\.$/),
      expect.stringMatching(/^info: The redirect from \/B\/ to \/c will be deleted/),
    ]);
  });

  test.each([
    ['the page itself', page('a'), page('b'), '/a', /^warning: These documents link to \/a by its path/],
    ['the page itself', page('a'), null, '/a/?x=1#y', /^warning: These documents link to \/a by its path/],
    [
      'an anchor',
      page('a', { anchor: 'top' }),
      page('a'),
      '/a#top',
      /^warning: Links lead to sections that no longer exist: #top/,
    ],
  ])('finds links by path to %s', (_what, before, after, path, text) => {
    const others = [{ ...about, content: page('about', byPath(path)) }];
    expect(effects('page', before, after, { documents: others })).toContainEqual(expect.stringMatching(text));
    expect(effects('page', before, after)).not.toContainEqual(expect.stringMatching(text));
  });

  test('refuses a move that is scheduled, because nothing redirects its visitors then', () => {
    const move = { id: 'one', type: 'page', before: page('a'), after: page('b') };
    expect(effectsOf({ ...move, isLater: true }, nothing)).toMatchObject([
      { severity: 'error', fields: [{ path: ['slug'] }] },
    ]);
  });

  test('warns before scheduled texts go out early, or conflict with the change', () => {
    const before = { _type: 'testimonial', quote: 'Published.', role: 'Director' };
    const content = { ...before, quote: 'For January.' };
    const version = { _id: 'versions.r.one', content, title: 'Later', publishAt: '2031-01-05T09:00:00Z' };
    const publish = (after: object) =>
      effectsOf(
        { id: 'one', type: 'testimonial', before, after },
        { ...nothing, versions: [{ ...version, by: 'Asha' }] },
      );
    expect(publish({ ...content, role: 'Owner' })).toMatchObject([
      { severity: 'warning', text: expect.stringContaining('Asha'), fields: [{ path: ['quote'] }] },
    ]);
    expect(publish({ ...before, quote: 'For today.' })).toMatchObject([{ severity: 'warning' }]);
    expect(publish({ ...before, role: 'Owner' })).toEqual([]);
  });

  test('names who changes with it only where there is something else to say', () => {
    const users = [about];
    expect(effects('page', page('a'), page('a', { heading: 'New' }), { users })).toEqual([]);
    expect(effects('page', page('a'), page('b'), { users })).toEqual([
      expect.stringMatching(/^info: This page moves/),
      expect.stringMatching(/^info: These documents show or link to this document, so they change too/),
    ]);
  });

  test('refuses to remove what others refer to, and a figure that others name', () => {
    expect(effects('testimonial', {}, null, { users: [about] })).toEqual([
      expect.stringMatching(/^error: These documents show or link to this document/),
    ]);
    const settings = documentById('siteSettings');
    const users = documents.filter((document) => placeholdersOf(document).has('retention'));
    const found = effectsOf(
      { id: 'siteSettings', type: 'siteSettings', before: settings, after: { ...settings, figures: [] } },
      { ...nothing, documents: users.map((content) => ({ ...content, title: null, content })) },
    );
    const refused = found.find(({ text }) => text.startsWith('These documents use {retention}'));
    expect(refused).toMatchObject({ severity: 'error', fields: [{ path: ['figures'] }] });
    expect(refused?.documents?.map(({ _id }) => _id)).toEqual(users.map(({ _id }) => _id));
    expect(users.length).toBeGreaterThan(0);
  });
});

describe('the texts of cities', () => {
  const cities = documents
    .filter(({ _type }) => _type === 'cityPage')
    .map((city) => ({ name: String(city.name), text: plainText(city.insight) }));
  test('are alike if only the name of the city is another', () => {
    const [delhi] = cities;
    if (!delhi) throw new Error('The seed has no cities.');
    const copy = { name: 'Agra', text: delhi.text.replaceAll(delhi.name, 'Agra') };
    expect(similarityFinder(cities)(copy)).toEqual({ city: delhi, share: 1 });
    expect(similarityFinder(cities)({ name: 'Agra', text: '' })).toBeUndefined();
  });
});

test.each([
  ['gives back what it was given', {}, true],
  ['keeps what is there again', { taken: 1 }, false],
  ['keeps what calls itself something else', { documentType: 'jobOpening' }, false],
  ['keeps what lies under another id', { content: '{"_id":"page-home","_type":"page"}' }, false],
])('the trash %s', (_what, change, gives) => {
  const page = { _id: 'page-about', _type: 'page', title: 'About' };
  const entry = {
    ...trashEntryOf({ ...page, _id: 'drafts.page-about', _rev: '', _createdAt: '', _updatedAt: '' }, 'Asha'),
  };
  expect(entry).toMatchObject({ _id: 'trash.page-about', title: 'About', deletedBy: 'Asha' });
  const restore = () => documentFromTrash('page-about', { ...entry, taken: 0, ...change });
  if (gives) expect(restore()).toMatchObject(page);
  else expect(restore).toThrow('page-about');
});

/** Returns the redirects after the mutations of a move, like `/old>/new`. */
function after(redirects: string, from: string | null, to: string | null) {
  const stored = redirects
    .split(' ')
    .filter(Boolean)
    .map((redirect) => {
      const [source = '', target = ''] = redirect.split('>');
      return { _id: source, from: source, to: target };
    });
  const left = new Map(stored.map((redirect) => [redirect.from, redirect.to]));
  for (const mutation of redirectMutations(stored, from, to)) {
    if ('delete' in mutation && 'id' in mutation.delete) left.delete(String(mutation.delete.id));
    if ('patch' in mutation && 'id' in mutation.patch) left.set(String(mutation.patch.id), String(to));
    if ('create' in mutation && from && to) left.set(from, to);
  }
  return [...left].map((redirect) => redirect.join('>')).join(' ');
}

test.each([
  ['a move', '', '/a', '/b', '/a>/b'],
  ['a second move', '/a>/b', '/b', '/c', '/a>/c /b>/c'],
  ['a move back', '/a>/b', '/b', '/a', '/b>/a'],
  ['a removal that leads on', '/old>/a#x', '/a', '/b', '/old>/b /a>/b'],
  ['a removal that leads nowhere', '/old>/a /x>/y', '/a', null, '/x>/y'],
  ['a new page where a redirect was', '/a>/b', null, '/a', ''],
])('redirects neither chain nor end at nothing after %s', (_what, redirects, from, to, left) => {
  expect(after(redirects, from, to)).toBe(left);
});
