import { expect } from '@playwright/test';
import { test } from './site.ts';

for (const path of ['/', '/seo-sem', '/seo-services-chennai', '/tender-services'])
  test(`in forced colours, no letter of ${path} is covered by its stroke`, async ({ page }) => {
    await page.goto(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
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
      expect(covered, colorScheme).toEqual([]);
    }
  });
