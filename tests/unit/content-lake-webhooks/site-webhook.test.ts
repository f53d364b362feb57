import { describe, expect, test } from 'vitest';
import type { SanityDocument } from '../../../apps/content-lake/store/document.ts';
import { backoff } from '../../../apps/content-lake/webhooks/dispatcher.ts';
import { payloadOf } from '../../../apps/content-lake/webhooks/site-webhook.ts';

function page(fields: Record<string, unknown>): SanityDocument {
  const now = '2026-01-01T00:00:00Z';
  return { _id: 'about', _type: 'page', _rev: 'r', _createdAt: now, _updatedAt: now, ...fields };
}
const old = page({ slug: { current: 'about' } });
const renamed = page({ slug: { current: 'about-us' } });

function sent(before: SanityDocument | null, after: SanityDocument | null): unknown {
  const payload = payloadOf({ id: (after ?? before)?._id ?? '', before, after, mutations: [] });
  return payload && { operation: payload.operation, body: JSON.parse(payload.body) };
}

describe('what the site is told', () => {
  test.each([
    ['create', null, renamed, { slug: 'about-us', before: null }],
    ['update', old, renamed, { slug: 'about-us', before: { slug: 'about' } }],
    ['delete', renamed, null, { slug: 'about-us', before: { slug: 'about-us' } }],
  ])('%s', (operation, before, after, expected) => {
    expect(sent(before, after)).toEqual({
      operation,
      body: { _id: 'about', _type: 'page', operation, ...expected },
    });
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

test('waits double each time, up to 15 seconds', () => {
  expect([1, 2, 3, 6, 7, 50].map(backoff)).toEqual([250, 500, 1000, 8000, 15_000, 15_000]);
});
