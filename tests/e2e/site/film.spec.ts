import { expect } from '@playwright/test';
import { test } from './site.ts';

test('a press or Enter on a film asks YouTube for its player, and nothing does before', async ({
  page,
  stack,
}) => {
  const content = stack.client('administrator');
  const poster = await content.fetch('*[_type == "sanity.imageAsset"][0]._id');
  const video = {
    ...{ youtube: 'https://youtu.be/0eKVizvYSUQ', length: '1:40', title: 'A notice' },
    ...{ publishedOn: '2026-11-01', playLabel: 'Play the film', note: 'The film is on YouTube.' },
    poster: { _type: 'picture', alt: 'A desk', asset: { _type: 'reference', _ref: poster } },
  };
  await content.createOrReplace({
    ...{ _id: 'page-film', _type: 'page', title: 'Film', slug: { _type: 'slug', current: 'film' } },
    sections: [{ _key: 'film', _type: 'film', heading: 'Film', video }],
  });
  await expect.poll(async () => (await page.goto('/film'))?.status()).toBe(200);
  const strangers: string[] = [];
  await page.route(
    ({ hostname }) => !hostname.endsWith('localhost'),
    (route) => {
      strangers.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
    },
  );
  await page.reload();
  const link = page.getByRole('link', { name: 'Play the film' });
  await link.focus();
  await page.waitForLoadState('networkidle');
  expect(strangers).toEqual([]);
  await page.keyboard.press('Enter');
  const player = page.locator('iframe[title="A notice"]');
  await expect(player).toBeFocused();
  await expect(page).toHaveURL(/\/film$/);
  await expect
    .poll(() => strangers)
    .toEqual([expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/0eKVizvYSUQ\?/)]);
  expect((await player.boundingBox())?.height).toBeGreaterThan(100);
});
