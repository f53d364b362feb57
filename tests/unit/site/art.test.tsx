import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { drawArt } from '#web/components/drawings/art.tsx';
import { hero, picture } from '../seo/fixture.ts';

const photograph = picture('jpg');

beforeAll(() => {
  for (const name of ['SANITY_PROJECT_ID', 'SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'])
    vi.stubEnv(name, 'unused');
});

const render = (fields: Partial<typeof hero>) =>
  renderToStaticMarkup(
    drawArt({ section: { ...hero, art: 'image', picture: photograph, ...fields }, isFirst: true }),
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
    '>The Gurugram office, March 2026</figcaption></figure>',
  );
  expect(render({ pictureCaption: null })).not.toContain('figcaption');
});

test('a picture says under it who or what made it', () => {
  const credited = { ...photograph, credit: 'Made with AI' };
  expect(render({ picture: credited })).toContain('<small class="text-muted text-sm">Made with AI</small>');
  expect(render({})).not.toContain('<small');
});
