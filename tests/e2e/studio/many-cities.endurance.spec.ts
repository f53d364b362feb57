import { readFile } from 'node:fs/promises';
import { textOf } from '../../support/many-cities.ts';
import { expect, signIn, test } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

/** Cells as a spreadsheet puts them into the clipboard. */
const pasted = (cities: [name: string, text: string][]) =>
  ['City\tText\tFacts', ...cities.map((cells) => [...cells, 'Main trades: Marble'].join('\t'))].join('\r\n');

test('imports cities from a table, and exports them', async ({ page, stack, content }) => {
  await signIn(page, stack, 'Editor');
  const table = page.getByLabel('Paste cells from');
  const file = page.getByLabel('or open a CSV file');
  const publish = page.getByRole('button', { name: /^Publish \d/ });
  const group = (name: string) => page.getByRole('table', { name, includeHidden: true });

  await test.step('three are pasted and published', async () => {
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await page.getByTestId('pane-item-City pages').click();
    await page.getByTestId('pane-item-Import cities from a table').click();
    await expect(table).toBeFocused();
    await page.keyboard.insertText(
      pasted([
        ['Agra', textOf(9000)],
        ['Trichy', textOf(9001)],
        ['Dubai', textOf(9002)],
      ]),
    );
    await expect(group('3 new')).toContainText('/seo-services-trichy, in Tamil Nadu');
    await publish.click();
    await expect(page.getByText('3 cities published.')).toBeVisible();
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
