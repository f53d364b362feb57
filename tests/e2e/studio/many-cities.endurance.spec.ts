import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { manyCities, textOf } from '../../support/many-cities.ts';
import { expect, signIn, test } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const shownTestimonial =
  '*[_type == "page" && slug.current == "home"][0].sections[_type == "testimonials"][0].testimonials[0]._ref';

/** Cells as a spreadsheet puts them into the clipboard. */
const pasted = (cities: [name: string, text: string][]) =>
  ['City\tText\tFacts', ...cities.map((cells) => [...cells, 'Main trades: Marble'].join('\t'))].join('\r\n');

test('imports cities from a table, and exports them', async ({ page, stack, content }) => {
  await signIn(page, stack, 'Editor');
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  const table = page.getByLabel('Paste cells from');
  const file = page.getByLabel('or open a CSV file');
  const publish = page.getByRole('button', { name: /^Publish \d/ });
  const group = (name: string) => page.getByRole('table', { name, includeHidden: true });

  await test.step('three are pasted and published in four clicks', async () => {
    await click(page.getByRole('link', { name: 'Content', exact: true }));
    await click(page.getByTestId('pane-item-City pages'));
    await click(page.getByTestId('pane-item-Import cities from a table'));
    await expect(table).toBeFocused();
    await page.keyboard.insertText(
      pasted([
        ['Agra', textOf(9000)],
        ['Trichy', textOf(9001)],
        ['Dubai', textOf(9002)],
      ]),
    );
    await expect(group('3 new')).toContainText('/seo-services-trichy, in Tamil Nadu');
    await click(publish);
    await expect(page.getByText('3 cities published.')).toBeVisible();
    expect(clicks).toBe(4);
    await expect.poll(async () => (await fetch(`${stack.siteUrl}/seo-services-dubai`)).status).toBe(200);
  });

  await test.step('leaves out a text that is too similar unless it is included', async () => {
    await table.fill(
      pasted([
        ['Rampur', textOf(9000)],
        ['دبي', textOf(9003)],
        ['Vizag', textOf(9004)],
      ]),
    );
    await expect(group('1 to review')).toContainText('100% of this text is also on the page of Agra');
    await expect(group('2 with errors')).toContainText(
      /“دبي” was not found.*already has this city as Visakhapatnam/s,
    );
    await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeDisabled();
    await page.getByLabel('Also publish the cities to review').check();
    await expect(publish).toHaveText('Publish 1 city');
  });

  await test.step('500 of a file, 20 of them faulty, are published while somebody else publishes', async () => {
    const about = await content.getDocument('page-about');
    if (!about) throw new Error('The seed has no page about.');
    const slug = { _type: 'slug', current: 'seo-services-taken' };
    await content.create({ ...about, _id: 'page-taken', slug });
    const { csv, refused, good } = manyCities(500, await content.fetch('*[_type == "cityPage"].name'));
    const began = performance.now();
    await file.setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(publish).toHaveText(`Publish ${good} cities`);
    const checked = performance.now() - began;
    const said = await group(`${refused.size} with errors`).getByRole('row').allInnerTexts();
    for (const [row, reason] of refused)
      expect(
        said
          .find((text) => text.split(/\s/)[0] === String(row))
          ?.split('\t')[1]
          ?.trim(),
      ).toMatch(reason);

    const pressed = performance.now();
    await publish.click();
    let isPublished = false;
    const published = page.getByText(`${good} cities published.`).waitFor();
    void published.then(() => {
      isPublished = true;
    });
    const waits: number[] = [];
    const testimonial = await content.fetch<string>(shownTestimonial);
    while (!isPublished) {
      const from = performance.now();
      const quote = `It was publish number ${waits.length} that convinced us.`;
      await content.patch(testimonial).set({ quote }).commit();
      while (!(await (await fetch(stack.siteUrl)).text()).includes(quote));
      waits.push(performance.now() - from);
    }
    await published;
    test.info().annotations.push({
      type: 'milliseconds',
      description: `check ${checked}, publish ${performance.now() - pressed}, others ${waits.join()}`,
    });
    // Behind them, another publish would take as long as all of them.
    expect(waits.length).toBeGreaterThan(5);
    const sitemap = await (await fetch(`${stack.siteUrl}/sitemap.xml`)).text();
    expect(sitemap.match(/seo-services-newtown-\d+</g)?.length).toBeGreaterThan(100);
    await expect(group(`${good} unchanged`)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible();
  });

  await test.step('importing the exported table changes nothing', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all city pages' }).click();
    const buffer = await readFile(await (await download).path());
    await file.setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer });
    const published = '*[_type == "cityPage" && !(_id in path("drafts.**"))]';
    const all = await content.fetch<number>(`count(${published})`);
    await expect(group(`${all} unchanged`)).toHaveCount(1);
  });
});
