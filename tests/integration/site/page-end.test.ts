import { expect, test } from 'vitest';
import { isLive } from '#schemas/days.ts';
import { sharedStack } from '../../support/shared-stack.ts';
import { get } from './site.ts';

const stack = await sharedStack('seeded');

const planEnd = (id: string, milliseconds: number, redirect: string) =>
  stack
    .client('editor')
    .patch(id)
    .set({ end: { at: new Date(Date.now() + milliseconds).toISOString(), redirect } })
    .commit();

const text = async (path: string) => (await get(stack, path)).html;

test.each([
  {
    id: 'page-about',
    path: '/about',
    redirect: '/contact',
    on: ['/', '/sitemap.xml'],
    link: /"\/about"|\/about</,
  },
  {
    id: 'article-how-to-read-a-tender-notice',
    path: '/articles/how-to-read-a-tender-notice',
    redirect: '/articles',
    on: ['/articles', '/sitemap.xml', '/articles/feed.xml'],
    link: /how-to-read-a-tender-notice["<]/,
  },
  {
    id: 'cityPage-kochi',
    path: '/seo-services-kochi',
    redirect: 'https://example.com/kochi',
    on: ['/seo-locations', '/sitemap.xml'],
    link: /\/seo-services-kochi["<]/,
  },
])(
  '$path leaves the site at its planned end, without a publish',
  async ({ id, path, redirect, on, link }) => {
    await planEnd(id, 365 * 24 * 3_600_000, redirect);
    await expect.poll(async () => (await get(stack, path)).status).toBe(200);
    for (const list of on) expect(await text(list), list).toMatch(link);

    await planEnd(id, 1_500, redirect);
    await expect.poll(async () => (await get(stack, path)).status).toBe(308);
    const { headers } = await get(stack, path);
    expect(new URL(headers.get('location') ?? '', stack.siteUrl).href).toBe(
      new URL(redirect, stack.siteUrl).href,
    );
    for (const list of on) await expect.poll(() => text(list), { message: list }).not.toMatch(link);

    await stack.client('editor').patch(id).unset(['end']).commit();
    await expect.poll(async () => (await get(stack, path)).status).toBe(200);
  },
);

test('an ended page that leads to another ended page leads to its target at once', async () => {
  await planEnd('page-careers', 1_500, '/about');
  await planEnd('page-about', 1_500, '/contact');
  await expect.poll(async () => (await get(stack, '/careers')).headers.get('location')).toMatch(/\/contact$/);
});

test('an end that passes while the site is stopped takes effect when it starts', async () => {
  await expect.poll(() => text('/sitemap.xml')).toMatch(/\/prices</);
  expect((await get(stack, '/prices')).status).toBe(200);
  await planEnd('page-prices', 1_500, '/contact');
  await stack.kill('site');
  const state = `*[_id == "page-prices"][0]{"isLive": ${isLive}}.isLive`;
  await expect.poll(() => stack.client('editor').fetch(state)).toBe(false);
  await stack.start('site');
  await expect.poll(async () => (await get(stack, '/prices')).status).toBe(308);
  await expect.poll(() => text('/sitemap.xml')).not.toMatch(/\/prices</);
});
