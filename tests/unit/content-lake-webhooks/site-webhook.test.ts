import { describe, expect, test } from 'vitest';
import type { SanityDocument } from '../../../apps/content-lake/store/document.ts';
import { backoff } from '../../../apps/content-lake/webhooks/dispatcher.ts';
import { merged, payloadOf } from '../../../apps/content-lake/webhooks/site-webhook.ts';

function page(fields: Record<string, unknown>): SanityDocument {
  const now = '2026-01-01T00:00:00Z';
  return { _id: 'about', _type: 'page', _rev: 'r', _createdAt: now, _updatedAt: now, ...fields };
}
const old = page({ slug: { current: 'about' }, title: 'About' });
const renamed = page({
  slug: { current: 'about-us' },
  title: 'About us',
  sections: [{ _type: 'cityLinks', mode: 'all' }],
});
const oldState = { slug: 'about', label: ['About', null, null, null], listsCities: null };
const newState = { slug: 'about-us', label: ['About us', null, null, null], listsCities: true };

function sent(before: SanityDocument | null, after: SanityDocument | null): unknown {
  const payload = payloadOf({ id: (after ?? before)?._id ?? '', before, after, mutations: [] });
  return payload && { operation: payload.operation, body: JSON.parse(payload.body) };
}

describe('what the site is told', () => {
  test.each([
    ['create', null, renamed, { ...newState, before: null }],
    ['update', old, renamed, { ...newState, before: oldState }],
    ['delete', renamed, null, { ...newState, before: newState }],
  ])('%s', (operation, before, after, expected) => {
    expect(sent(before, after)).toEqual({
      operation,
      body: { _id: 'about', _type: 'page', operation, ...expected },
    });
  });

  test('the name, the state and the place of a city, which other pages show', () => {
    const city = page({
      _type: 'cityPage',
      name: 'Kochi',
      state: 'Kerala',
      location: { lat: 9.9, lng: 76.2 },
    });
    expect(sent(null, city)).toMatchObject({ body: { label: ['Kochi', 'Kerala', 9.9, 76.2] } });
  });

  test('a document without a slug', () => {
    expect(sent(null, page({ _id: 'siteSettings', _type: 'siteSettings' }))).toMatchObject({
      body: { slug: null },
    });
  });

  test.each([
    ['a draft', { _id: 'drafts.about' }],
    ['a version', { _id: 'versions.r1.about' }],
    ['a system document', { _id: '_.groups.public' }],
    ['an uploaded picture', { _type: 'sanity.imageAsset' }],
    ['a preview secret', { _type: 'sanity.previewUrlSecret' }],
  ])('nothing about %s', (_what, fields) => {
    expect(sent(null, page(fields))).toBeUndefined();
  });
});

describe('two messages about one document that both wait', () => {
  const create = { operation: 'create', body: '{"slug":"a","before":null,"operation":"create"}' } as const;
  const update = {
    operation: 'update',
    body: '{"slug":"b","before":{"slug":"a"},"operation":"update"}',
  } as const;
  const remove = {
    operation: 'delete',
    body: '{"slug":"b","before":{"slug":"b"},"operation":"delete"}',
  } as const;

  test.each([
    ['created and changed', create, update, { slug: 'b', before: null, operation: 'create' }],
    ['changed twice', update, update, { slug: 'b', before: { slug: 'a' }, operation: 'update' }],
    ['changed and deleted', update, remove, { slug: 'b', before: { slug: 'a' }, operation: 'delete' }],
    ['created and deleted', create, remove, { slug: 'b', before: null, operation: 'delete' }],
  ])('%s: one from the first state to the last', (_, first, second, expected) => {
    const one = merged(first, second);
    expect(one?.operation).toBe(expected.operation);
    expect(JSON.parse(one?.body ?? '')).toEqual(expected);
  });

  test('deleted and made anew stay two', () => {
    expect(merged(remove, create)).toBeUndefined();
  });
});

test('waits double each time, up to 15 seconds', () => {
  expect([1, 2, 3, 6, 7, 50].map(backoff)).toEqual([250, 500, 1000, 8000, 15_000, 15_000]);
});
