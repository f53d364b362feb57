import { describe, expect, it } from 'vitest';
import { citySlugOf, hrefFor, isReservedPath } from '#schemas/paths.ts';

describe('hrefFor', () => {
  it.each([
    ['page', 'home', '/'],
    ['page', 'about', '/about'],
    ['policy', 'privacy-policy', '/privacy-policy'],
    ['cityPage', 'delhi', '/seo-services-delhi'],
    ['jobOpening', 'content-writer', '/careers#content-writer'],
  ])('shows a %s with the slug %s at %s', (_type, slug, path) => {
    expect(hrefFor({ _type, slug })).toBe(path);
  });

  it.each([
    { _type: 'service', slug: 'seo' },
    { _type: 'siteSettings', slug: null },
    { _type: 'page', slug: null },
    { _type: 'page', slug: '' },
    null,
    undefined,
  ])('gives no path to %j', (document) => {
    expect(hrefFor(document)).toBeNull();
  });
});

it.each([
  ['/seo-services-delhi', 'delhi'],
  ['/seo-services-', null],
  ['/seo-services-delhi/more', null],
  ['/about', null],
])('reads the city of %s as %s', (path, slug) => {
  expect(citySlugOf(path)).toBe(slug);
});

it.each([
  ['/api/razorpay-webhook', true],
  ['/studio', true],
  ['/studio-tour', false],
  ['/', false],
])('keeps %s for the site: %s', (path, reserved) => {
  expect(isReservedPath(path)).toBe(reserved);
});
