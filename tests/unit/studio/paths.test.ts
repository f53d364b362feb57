import { route } from 'sanity/router';
import { describe, expect, test } from 'vitest';
import { documentsAt, editPath, hrefFor, isNonPagePath } from '#schemas/paths.ts';

describe('hrefFor', () => {
  test.each([
    ['page', 'home', '/'],
    ['cityPage', 'delhi', '/seo-services-delhi'],
    ['jobOpening', 'content-writer', '/careers/content-writer'],
  ])('puts a %s with the slug %s at %s', (_type, slug, path) => {
    expect(hrefFor({ _type, slug })).toBe(path);
  });

  test.each([
    { _type: 'service', slug: 'seo' },
    { _type: 'page', slug: null },
    { _type: 'page', slug: '' },
    null,
    undefined,
  ])('returns null for %j', (document) => {
    expect(hrefFor(document)).toBeNull();
  });
});

test.each([
  ['/', ['page home']],
  ['/home', ['policy home']],
  ['/about', ['page about', 'policy about']],
  ['/seo-services-delhi', ['page seo-services-delhi', 'policy seo-services-delhi', 'cityPage delhi']],
  ['/seo-services-', ['page seo-services-', 'policy seo-services-']],
  ['/seo-services-delhi/more', []],
  ['/articles/bids', ['article bids']],
])('returns for %s the documents %j', (path, documents) => {
  expect(documentsAt(path).map(({ _type, slug }) => `${_type} ${slug}`)).toEqual(documents);
});

test.each([
  ['/api/razorpay-webhook', true],
  ['/studio', true],
  ['/studio-tour', false],
  ['/articles/feed.xml', true],
  ['/icon.svg', true],
  ['/icon.svg.html', false],
  ['/', false],
])('reserves %s for the site: %s', (path, reserved) => {
  expect(isNonPagePath(path)).toBe(reserved);
});

test.each([
  ['page-home', 'page', undefined],
  ['page-home', 'page', 'sections[_key=="a;b/c"].heading'],
  ['a;type=review;path=x/y?z#ü%3B', 'page', 'a=b'],
])("the Studio's router reads id, type and path from the address of %j", (id, type, path) => {
  const { pathname } = new URL(`https://example.com${editPath(id, type, path)}`);
  const state: unknown = route.create('/', [route.intents('/intent')]).decode(pathname);
  expect(state).toMatchObject({ intent: 'edit', params: { id, type, ...(path && { path }) } });
});
