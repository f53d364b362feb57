import { expect } from '@playwright/test';
import { dotsIn, dotsOfIndia, mapSize, showMapAlone } from '../../support/india-map.ts';
import type { Stack } from '../../support/stack.ts';
import { test } from './site.ts';

let stack: Stack;

test.beforeAll(({ stack: running }) => {
  stack = running;
});

const modes = {
  light: {},
  dark: { colorScheme: 'dark' },
  'on paper': { media: 'print' },
  'in forced colours': { forcedColors: 'active' },
} as const;

for (const scheme of ['light', 'dark'] as const)
  for (const path of ['/', '/seo-sem', '/seo-services-chennai', '/tender-services'])
    test(`in forced colours with ${scheme}, no letter of ${path} is covered by its stroke`, async ({
      page,
    }) => {
      await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
      await page.goto(`${stack.siteUrl}${path}`);
      const covered = await page.evaluate(() => {
        const canvas = document.createElement('p');
        canvas.style.color = 'Canvas';
        document.body.append(canvas);
        const background = getComputedStyle(canvas).color;
        canvas.remove();
        return [...document.querySelectorAll('body *')].flatMap((element) => {
          const styles = getComputedStyle(element);
          const isDrawn = element instanceof SVGTextElement;
          const stroke = isDrawn ? styles.stroke : styles.webkitTextStrokeColor;
          const width = Number.parseFloat(isDrawn ? styles.strokeWidth : styles.webkitTextStrokeWidth);
          const ink = isDrawn ? styles.fill : styles.color;
          const isStroked = width > 0 && stroke !== 'none';
          return isStroked && (stroke !== background || ink === background)
            ? [`${element.textContent}: ${ink} on ${stroke}`]
            : [];
        });
      });
      expect(covered).toEqual([]);
    });

for (const [mode, media] of Object.entries(modes))
  for (const path of ['/seo-locations'])
    test(`${mode}, the map of ${path} shows every dot of India and nothing between the dots`, async ({
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
