import { expect } from '@playwright/test';
import { dotsIn, dotsOfIndia, mapSize, showMapAlone } from '../../support/india-map.ts';
import type { Stack } from '../../support/stack.ts';
import { test } from './site.ts';

let stack: Stack;

test.beforeAll(({ stack: running }) => {
  stack = running;
});

const looks = {
  light: {},
  dark: { colorScheme: 'dark' },
  'on paper': { media: 'print' },
  'in forced colours': { forcedColors: 'active' },
} as const;

for (const [look, media] of Object.entries(looks))
  for (const path of ['/seo-locations', '/seo-services-chennai'])
    test(`${look}, the map of ${path} shows every dot of India and nothing between them`, async ({
      page,
    }) => {
      await page.setViewportSize(mapSize);
      await page.emulateMedia(media);
      await page.goto(`${stack.siteUrl}${path}`);
      await page.evaluate(showMapAlone, mapSize);
      const shown = await dotsIn(await page.screenshot());
      expect(shown).toEqual(dotsOfIndia);
      expect(shown).toHaveLength(375);
    });
