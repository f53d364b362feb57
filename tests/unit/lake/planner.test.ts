import { evaluate, parse } from 'groq-js';
import { describe, expect, test } from 'vitest';
import { kindsOf } from '../../../apps/content-lake/query/conditions.ts';
import { evaluatePlan } from '../../../apps/content-lake/query/evaluation.ts';
import { plan } from '../../../apps/content-lake/query/planner.ts';
import { View } from '../../../apps/content-lake/query/view.ts';
import type { SanityDocument } from '../../../apps/content-lake/store/document.ts';

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
  const made = plan(parse(query, { params: {} }), 'mark-', kindsOf(params));
  const context = { params, identity: 'me', sanity: { projectId: 'p', dataset: 'd' } };
  const { result } = await evaluatePlan(made, 'mark-', view, context);
  return JSON.parse(JSON.stringify(result));
}

async function plain(all: SanityDocument[], query: string, params: Record<string, unknown> = {}) {
  const dataset = all.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  const value = await evaluate(parse(query, { params: {} }), { dataset, params, identity: 'me' });
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
  ['*[author._ref in *[_type == "author" && name == "Ada"]._id]._id'],
  ['*[sanity::versionOf("post-1")]._id'],
  ['*[_type == "post" || _type == "tag"]._id'],
  ['*[!(_type == "post")]._id'],
  ['*[_type == "post"][author->name == "Ada"]._id'],
  ['*[@._type == "tag"][0].title'],
  ['*[_type == "post" && title match "on*"]._id'],
  ['*[_type == "post"] | score(title match "one")  | order(_score desc)[0]._id'],
  ['{"posts": *[_type == "post"] | order(_id)._id, "count": count(*[_type == "author"]), "who": identity()}'],
  ['*[_type == "post"]{"others": *[_type == "post" && _id != ^._id] | order(order)._id}'],
  ['*[_type == "post"]{"near": tags[]{"who": *[_id == ^._ref][0].name, "up": *[_id == ^.^._id][0].title}}'],
  [
    '*[_type == "author"]{"posts": *[_type == "post" && author._ref == ^._id]{"writer": *[_id == ^.^._id][0].name}}',
  ],
  ['select(count(*[_type == "post"]) > 2 => "many", "few")'],
  ['diff::changedAny({"a": 1}, {"a": 2}, a)'],
];

describe('a planned query gives what plain groq-js gives', () => {
  test.each(cases)('%s %j', async (query, params) => {
    expect(await planned(viewOf(documents), query, params)).toEqual(await plain(documents, query, params));
  });
});

test('indexes and kept lists follow every change', async () => {
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

test("Sanity's search syntax reads words and wildcards", async () => {
  const view = viewOf(documents);
  expect(await planned(view, '*[_type == "post" && title match text::query("thr*")]._id')).toEqual([
    'post-3',
  ]);
});
