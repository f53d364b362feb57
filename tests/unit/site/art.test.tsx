import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { artOf } from '#web/components/drawings/art.tsx';
import { hero } from '../seo/fixture.ts';

const photograph: NonNullable<typeof hero.picture> = {
  alt: 'Two people check a tender at a desk',
  credit: null,
  crop: null,
  hotspot: null,
  asset: {
    _id: 'image-0123456789abcdef0123456789abcdef01234567-2000x1500-jpg',
    url: 'https://images.example/1.jpg',
    extension: 'jpg',
    width: 2000,
    height: 1500,
    colour: null,
  },
  dark: null,
};

beforeAll(() => {
  for (const name of ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'])
    vi.stubEnv(name, 'unused');
});

const render = (fields: Partial<typeof hero>) =>
  renderToStaticMarkup(
    artOf({ section: { ...hero, art: 'image', picture: photograph, ...fields }, places: [], isFirst: true }),
  );

test.each([
  [null, 4 / 3],
  ['standard', 4 / 3],
  ['portrait', 4 / 5],
  ['wide', 5 / 2],
] as const)('a photograph of the shape %s is cropped to it', (pictureShape, aspect) => {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(render({ pictureShape })) ?? [];
  expect(Number(width) / Number(height)).toBeCloseTo(aspect, 2);
});

test('a photograph has its caption, if there is one', () => {
  expect(render({ pictureCaption: 'The Gurugram office, March 2026' })).toContain(
    '<figcaption>The Gurugram office, March 2026</figcaption></figure>',
  );
  expect(render({ pictureCaption: null })).not.toContain('figcaption');
});

test('a picture says under it who or what made it', () => {
  const credited = { ...photograph, credit: 'Made with AI' };
  expect(render({ picture: credited })).toContain('<small class="text-muted text-sm">Made with AI</small>');
  expect(render({})).not.toContain('<small');
});
