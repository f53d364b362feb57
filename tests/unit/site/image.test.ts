import { beforeAll, expect, test, vi } from 'vitest';
import { pictureSource } from '#web/content/image.ts';
import { imageAddress } from '#web/content/image-address.ts';
import { siteSettings } from '#web/env.ts';
import { picture } from '../seo/fixture.ts';

beforeAll(() => {
  for (const name of ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'])
    vi.stubEnv(name, 'unused');
});

/** The content API's URL of what a browser or a search engine requests. */
function requested(extension: string, size: Parameters<typeof pictureSource>[1]) {
  const { src = '' } = pictureSource(picture(extension), size) ?? {};
  const { pathname, searchParams } = new URL(src, 'https://agency.example');
  return imageAddress(siteSettings().sanity, pathname.split('/').at(-1) ?? '', searchParams) ?? '';
}

test('a drawing is sent whole to browsers, and as pixels where a drawing may not be shown', () => {
  const share = { maxWidth: 1200, aspect: 4 / 3 };
  expect(new URL(requested('svg', share)).search).toBe('');
  expect(new URL(requested('svg', { ...share, isRaster: true })).searchParams.get('fm')).toBe('webp');
  expect(new URL(requested('svg', { maxWidth: 600, isRaster: true })).searchParams.get('fm')).toBe('webp');
  expect(new URL(requested('png', { ...share, isRaster: true })).searchParams.get('auto')).toBe('format');
});
