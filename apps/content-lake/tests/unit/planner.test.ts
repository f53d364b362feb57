import fc from 'fast-check';
import { evaluate, parse } from 'groq-js';
import { describe, expect, test } from 'vitest';
import { findKinds } from '../../query/conditions.ts';
import { Evaluation } from '../../query/evaluation.ts';
import { plan } from '../../query/planner.ts';
import { View } from '../../query/view.ts';
import type { SanityDocument } from '../../store/document.ts';

const sanity = { projectId: 'p', dataset: 'd' };
const stamp = { _rev: 'r', _createdAt: '2026-01-01T00:00:00Z', _updatedAt: '2026-01-01T00:00:00Z' };
const documents: SanityDocument[] = [
  { _id: 'author-a', _type: 'author', name: 'Ada', boss: { _ref: 'author-b' }, ...stamp },
  { _id: 'author-b', _type: 'author', name: 'Björn', ...stamp },
  {
    _id: 'post-1',
    _type: 'post',
    title: 'One',
    slug: { current: 'one' },
    author: { _ref: 'author-a' },
    order: 3,
    ...stamp,
  },
  {
    _id: 'post-2',
    _type: 'post',
    title: 'दो',
    slug: { current: 'two' },
    author: { _ref: 'author-b', _weak: true },
    tags: [{ _ref: 'tag-x' }, { _ref: 'author-a' }],
    order: 1,
    ...stamp,
  },
  {
    _id: 'post-3',
    _type: 'post',
    title: 'Three',
    slug: null,
    order: 2,
    deep: { list: [{ link: { _ref: 'tag-x' } }] },
    ...stamp,
  },
  { _id: 'tag-x', _type: 'tag', title: 'X', odd: 'a\u0000b\u0002c', ids: ['post-1', 'post-3'], ...stamp },
  { _id: 'drafts.post-1', _type: 'post', title: 'One, changed', slug: { current: 'one' }, ...stamp },
];

function viewOf(all: SanityDocument[]): View {
  const view = new View();
  for (const document of all) view.put(document);
  return view;
}

async function planned(view: View, query: string, params: Record<string, unknown> = {}) {
  const made = plan(parse(query, { params: {} }), 'mark-', findKinds(params));
  const context = { params, identity: 'me', sanity };
  view.buildIndexes(made.requests, Number.POSITIVE_INFINITY);
  const evaluation = new Evaluation(made, 'mark-', view, context, 0);
  const result = evaluation.run();
  evaluation.cacheLists();
  return JSON.parse(JSON.stringify(result));
}

async function plain(all: SanityDocument[], query: string, params: Record<string, unknown> = {}) {
  const dataset = all.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const value = await evaluate(parse(query, { params: {} }), { dataset, params, identity: 'me', sanity });
  return JSON.parse(JSON.stringify(await value.get()));
}

const cases: [query: string, params?: Record<string, unknown>][] = [
  ['*'],
  ['count(*)'],
  ['*[_type == "post"]._id'],
  ['*["post" == _type && slug.current == $slug][0]', { slug: 'two' }],
  ['*[_type == $type]._id', { type: null }],
  ['*[_type == $type]._id', { type: ['post'] }],
  ['*[slug.current == $slug]._id', { slug: 'a\u0000b' }],
  ['*[odd == $odd]._id', { odd: 'a\u0000b\u0002c' }],
  ['*[_id in $ids]._id', { ids: ['post-2', 'missing', 'post-1'] }],
  ['*[_id in $ids]._id', { ids: ['post-2', 7, null] }],
  ['*[_id in []]._id'],
  ['*[_id in ["post-1", "tag-x"] && _type == "tag"]'],
  ['*[_type in ["post", "tag"] && slug.current in $slugs]._id', { slugs: ['two', 'nothing', 'a\u0000b'] }],
  ['*[slug.current in $slugs]._id', { slugs: ['one', 'two'] }],
  ['*[_id in path("drafts.**")]._id'],
  ['*[references("tag-x")]._id'],
  ['*[references($ids)]._id', { ids: ['tag-x', 'author-b'] }],
  ['*[references($ids)]._id', { ids: 4 }],
  ['*[_type == "author"]{name, "posts": count(*[references(^._id)])}'],
  ['*[_type == "author"]{name, "posts": *[_type == "post" && author._ref == ^._id]{title, "by": ^.name}}'],
  ['*[_type == "author"]{"same": *[name == ^.nothing]._id}'],
  ['*[_type == "tag"]{"posts": *[_id in ^.ids]{title}, "odd": *[odd == ^.odd]._id}'],
  ['*[_type == "post"]{"tags": *[_id in ^.tags[]._ref]._id}'],
  ['*[_type == "post"] | order(order asc)[0...2]{title, "author": author->name, "boss": author->boss->name}'],
  ['*[_type == "post" && defined(slug.current)] | order(title desc)._id'],
  ['*[_id in *[_type == "tag"].ids[]]._id'],
  ['*[_type == "post"]{"tags": *[_id in ^.tags[_ref != "tag-y"]{"id": lower(_ref)}.id]._id}'],
  ['*[_type == "post"]{"tags": *[_id in ^.tags[]{"id": coalesce(@->_id, ^._id)}.id]._id}'],
  ['*[author._ref in *[_type == "author" && name == "Ada"]._id]._id'],
  ['*[sanity::versionOf("post-1")]._id'],
  ['*[_type == "post" || _type == "tag"]._id'],
  ['*[!(_type == "post")]._id'],
  ['*[_type == "post"][author->name == "Ada"]._id'],
  ['*[@._type == "tag"][0].title'],
  ['*[_type == "post" && title match "on*"]._id'],
  ['*[_type == "post" && title match $a + "*"]._id', { a: 'o' }],
  ['*[_type == "post" && !(title match "on*")]._id'],
  ['*[title match $words || slug.current match $words]._id', { words: ['t*'] }],
  ['*[title match "one" || slug.current match "two"]._id'],
  ['*[title match "one" || _type == "author"]._id'],
  ['*[[title, slug.current, 3] match $words]._id', { words: ['one', 'chang*'] }],
  ['*[[title, $more] match "one more"]._id', { more: 'more' }],
  ['*[title match $word]._id', { word: 7 }],
  ['*[title match $word]._id', { word: '' }],
  ['*[title match ["one", 7]]._id'],
  ['*[@ match "one"]._id'],
  ['*[pt::text(body) match "bold*"]._id'],
  ['*[body[].children[].text match "bold"]._id'],
  ['*[_type == "author"]{"named": *[title match ^.name]._id}'],
  ['*[lower(title) match "one" || coalesce(name, slug.current) match "b*"]._id'],
  ['*[tags[_ref match "a*"]._ref match "author*"]._id'],
  ['*[select(_type == "post" => title, name) match $words]._id', { words: ['ada', 'one'] }],
  ['*[(deep.list[] | order(link._ref))[].link._ref match "tag*"]._id'],
  ['*[[title, sanity::projectId()] match "p"]._id'],
  ['*[[title, identity()] match "me" && string(now()) match "20*"]._id'],
  ['*[sanity::projectId() match "p"]._id'],
  ['*["one" match "one"]._id'],
  ['count(*[defined(slug.current)])'],
  ['*[_type == "post" && defined(slug.current)]{_id, "slug": slug.current}'],
  ['*[_type == "post"]{title, "orderings": [order]} | order(orderings[0] desc)[0...2]'],
  ['*[_type == "post"]{"by": author->name, title} | order(by asc)'],
  ['*[_type == $type] | order(order desc, title)[0...3]{title}', { type: 'post' }],
  ['*[_type == "post"] | order(order)[defined(title)] | order(_updatedAt desc)._id'],
  ['*[_type == "post"] | order(author->name)._id'],
  ['*[]{_id, _type} | order(_type)'],
  ['* | order(title)._id'],
  ['*[_type == "post" && order < $most] | order(title desc)[0...3]{title, order}', { most: 3 }],
  ['*[_type == "post" && (!defined(order) || order >= $least)] | order(order)._id', { least: 2 }],
  ['*[_type == "post" && _updatedAt < now() && defined(title)] | order(title)[0].title'],
  ['*[_type == "post"]{"later": *[_type == "post" && _updatedAt > ^._updatedAt] | order(_id)._id}'],
  ['*[_type == "post"] | score(title match "one")  | order(_score desc)[0]._id'],
  ['{"posts": *[_type == "post"] | order(_id)._id, "count": count(*[_type == "author"]), "who": identity()}'],
  ['*[_type == "post"]{"others": *[_type == "post" && _id != ^._id] | order(order)._id}'],
  ['*[_type == "post"]{"near": tags[]{"who": *[_id == ^._ref][0].name, "up": *[_id == ^.^._id][0].title}}'],
  [
    '*[_type == "author"]{"posts": *[_type == "post" && author._ref == ^._id]{"writer": *[_id == ^.^._id][0].name}}',
  ],
  ['select(count(*[_type == "post"]) > 2 => "many", "few")'],
];

describe('a planned query returns the result of plain groq-js', () => {
  test.each(cases)('%s %j', async (query, params) => {
    expect(await planned(viewOf(documents), query, params)).toEqual(await plain(documents, query, params));
  });
});

test('indexes and cached lists are updated with every change', async () => {
  const view = viewOf(documents);
  for (const [query, params] of cases) await planned(view, query, params);
  const changed: SanityDocument = {
    _id: 'post-2',
    _type: 'tag',
    title: 'No post any more',
    order: 0,
    ...stamp,
  };
  const added: SanityDocument = {
    _id: 'post-0',
    _type: 'post',
    title: 'Zero',
    slug: { current: 'two' },
    order: 0,
    author: { _ref: 'author-a' },
    ...stamp,
  };
  view.put(changed);
  view.put(added);
  view.remove('drafts.post-1');
  view.remove('was-never-there');
  const now = [...documents.filter(({ _id }) => _id !== 'post-2' && _id !== 'drafts.post-1'), changed, added];
  for (const [query, params] of cases)
    expect(await planned(view, query, params), query).toEqual(await plain(now, query, params));
});

const words = ['one', 'One', 'a.b', '.c.', "it's", 'naïve', 'दो', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'x-y', 'up'];
const line = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join(' '));
const body = fc.array(
  fc.array(line, { maxLength: 3 }).map((spans) => ({
    _type: 'block',
    children: spans.map((text) => ({ _type: 'span', text })),
  })),
  { maxLength: 2 },
);
const fields = {
  _id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  _type: fc.constantFrom('post', 'tag'),
  _rev: fc.constant('r'),
  _createdAt: fc.constant('2026-01-01T00:00:00Z'),
  _updatedAt: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
  title: fc.oneof(line, fc.constantFrom(null, 3, ['one', 4, 'two'])),
  order: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constantFrom(null, 'x', true)),
  body,
};
const anyDocument = fc.record(fields, { noNullPrototype: true });
const anyPattern = fc
  .array(fc.constantFrom(...words, '*', 'o*', '*e', 'o*e', 'a*', '(', '\\'), { maxLength: 3 })
  .map((some) => some.join(' '));

test('cached lists, indexes and searches equal plain groq-js after random changes', async () => {
  const queries = [
    '*[_type == "post"] | order(order asc)',
    '*[_type == "post" && defined(title)] | order(title desc, order){_id}',
    '*[_type == "post"]{title, "by": [order, _updatedAt]} | order(by[0] desc, by[1])[0...3]',
    '*[defined(title)]{_id, title}',
    '*[_type == "post"] | order(title) | order(_updatedAt desc)',
    '*[_type == "post" && title match $pattern]._id',
    '*[pt::text(body) match text::query($pattern) || title match text::query($pattern)]._id',
    '*[[title, body[].children[].text] match $pattern]._id',
    '*[body[].children[].text match $patterns && !(title match $pattern)] | order(title)._id',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 4, arbitrary: anyDocument }, fc.constantFrom('a', 'b', 'c', 'd')), {
        maxLength: 12,
      }),
      anyPattern,
      async (changes, pattern) => {
        const view = new View();
        const now = new Map<string, SanityDocument>();
        const params = { pattern, patterns: [pattern, 'o*'] };
        for (const change of changes) {
          if (typeof change === 'string') {
            now.delete(change);
            view.remove(change);
          } else {
            now.set(change._id, change);
            view.put(change);
          }
          for (const query of queries)
            expect(await planned(view, query, params), query).toEqual(
              await plain([...now.values()], query.replaceAll(/text::query\((\$\w+)\)/g, '$1'), params),
            );
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('a document on which groq-js fails does not prevent updates', async () => {
  const view = viewOf(documents);
  const queries = ['*[title match "thr*"]._id', '*[_type == "post"] | order(title)._id'];
  for (const query of queries) await planned(view, query);
  view.put({ _id: 'odd', _type: 'tag', hasOwnProperty: 1, ...stamp });
  view.put({ _id: 'post-4', _type: 'post', title: 'Thread', ...stamp });
  expect(await planned(view, '*[title match "thr*"]._id')).toEqual(['post-3', 'post-4']);
});

test('a text that depends on other documents has no full-text index', async () => {
  const texts = ['title', 'lower(title)', 'coalesce(name, title)', 'select(defined(name) => name, title)'];
  const others = [
    'sanity::projectId()',
    '"one"',
    '[title, $more]',
    'select(array::intersects(a, b) => title)',
  ];
  const isLookedUp = (text: string) =>
    plan(parse(`*[${text} match "one"]`, { params: {} }), 'mark-', {}).requests.length > 0;
  expect([...texts, ...others].filter(isLookedUp)).toEqual(texts);
});

test('text::query() matches words and wildcards', async () => {
  const view = viewOf(documents);
  expect(await planned(view, '*[_type == "post" && title match text::query("thr*")]._id')).toEqual([
    'post-3',
  ]);
});

test('lists with different constants are cached separately', async () => {
  const view = viewOf(documents);
  const lists = ['null', '1e999', '-1e999', '"Infinity"'].map(
    (constant) => `*[_type == "post" && order < ${constant}] | order(title)._id`,
  );
  for (const round of [1, 2])
    for (const query of lists)
      expect([round, query, await planned(view, query)]).toEqual([
        round,
        query,
        await plain(documents, query),
      ]);
});
