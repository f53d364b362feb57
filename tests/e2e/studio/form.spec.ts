import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { timeouts } from '../../support/timeouts.ts';
import {
  activeEditor,
  chooseFile,
  clickWithin,
  expect,
  openDocument,
  paste,
  test,
  textField,
  visit,
} from './studio.ts';

/** The clipboard's HTML after copying in a program. */
const pasted = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'pasted', `${name}.clipboard`), 'utf8');

test('keeps headings, lists, links and tables of pasted text', async ({ page, content, stack }) => {
  /** Pastes into a new document and expects these blocks, in short: `[word|mark]` where a mark is, and where its links lead. */
  const expectPasted = async (type: string, name: string, html: string, blocks: object[]) => {
    const id = `test-pasted-${name}`;
    await content.createOrReplace({ _id: `drafts.${id}`, _type: type, title: id, name: id });
    await openDocument(page, type, id);
    await paste(await activeEditor(page, name), html);
    const query = `*[_id == "drafts.${id}"][0].${name}[]{
      _type == "factTable" => {termHeading, detailHeading, "rows": rows[]{term, detail}},
      _type == "block" => {
        "style": select(defined(listItem) => listItem + " " + string(level), style),
        "text": array::join(children[]{
          "text": select(count(marks) > 0 => "[" + text + select(length(marks[0]) == 12 => "", "|" + marks[0]) + "]", text)
        }.text, ""),
        "links": markDefs[]{"to": coalesce(url, path, kind)}.to
      }
    }`;
    await expect.poll(() => content.fetch(query)).toEqual(blocks);
  };
  const { host } = new URL(stack.siteUrl);
  await content
    .patch('siteSettings', { set: { email: 'hello@example.com', phone: '+91 98765 43210' } })
    .commit();

  await test.step('from Word into an article', async () => {
    const html = pasted('word').replaceAll('localhost:SITE', host);
    await expectPasted('article', 'body', html, [
      { style: 'h2', text: 'What a bid needs', links: [] },
      {
        style: 'normal',
        text: 'Read [every page|strong] of the [notice|em], then see [the central portal], [who we are] or [our fees]. [Write to us], [call us] or ask Ravi (ravi@example.org). See above.',
        links: ['https://eprocure.gov.in/cppp/', '/about', '/no-such-page#fees', 'email', 'phone'],
      },
      { style: 'bullet 1', text: 'Papers', links: [] },
      { style: 'bullet 2', text: 'GST certificate', links: [] },
      { style: 'number 1', text: 'Sign them', links: [] },
      {
        termHeading: 'Value of the tender',
        detailHeading: 'Deposit · Held for',
        rows: [{ term: 'Up to 5 lakh', detail: '2 % · 45 days' }],
      },
    ]);
  });

  await test.step('from Google Docs into a text without tables', async () => {
    await expectPasted('cityPage', 'insight', pasted('google-docs'), [
      { style: 'h3', text: 'How search works here', links: [] },
      {
        style: 'normal',
        text: 'Shops write [two languages|strong], as [a study] says.',
        links: ['https://example.org/study?a=1'],
      },
      { style: 'bullet 1', text: 'Old city', links: [] },
      { style: 'bullet 2', text: '[Cloth market|em]', links: [] },
      { style: 'bullet 1', text: '[Area: |strong]Trade', links: [] },
      { style: 'bullet 1', text: '[Ring Road: |strong]Textiles', links: [] },
    ]);
  });
});

test('asks for a new description after a picture is replaced, and says why a file is refused', async ({
  page,
  content,
}) => {
  const old = await content.fetch('*[_type == "sanity.imageAsset"][0]._id');
  const cover = () => content.fetch('*[_id == "drafts.test-picture"][0].cover');
  const asset = { _type: 'reference', _ref: old };
  const picture = { _type: 'picture', asset, alt: 'The old picture' };
  const article = { _type: 'article', title: 'With a picture', cover: picture };
  await content.createOrReplace({ _id: 'drafts.test-picture', ...article });
  await openDocument(page, 'article', 'test-picture');
  const field = page.getByTestId('image-input').first();
  const upload = (name: string, buffer: Buffer) => chooseFile(page, field, { name, mimeType: '', buffer });

  await test.step('refuses a damaged picture', async () => {
    await upload('IMG_0042.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
    await expect(page.getByRole('alert').filter({ hasText: 'IMG_0042.HEIC was not uploaded' })).toBeVisible();
    expect(await cover()).toMatchObject({ asset, alt: 'The old picture' });
  });

  await test.step('turns a picture of an iPhone into a JPEG', async () => {
    await upload('IMG_0043.HEIC', readFileSync(path.join(import.meta.dirname, 'iphone.heic')));
    await expect.poll(async () => (await cover()).asset._ref).toMatch(/-96x64-jpg$/);
    const { _ref } = (await cover()).asset;
    const { originalFilename, url } = await content.fetch('*[_id == $_ref][0]', { _ref });
    expect(originalFilename).toBe('IMG_0043.jpg');
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    const { channels } = await sharp(bytes).stats();
    // Amber on the left and petrol on the right make this on average.
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([13, 13, 7]);
  });

  await test.step('asks what the new picture shows', async () => {
    expect(await cover()).not.toHaveProperty('alt');
    await expect(page.getByTestId('action-publish')).toBeDisabled();
  });
});

test('creates a page from a template, which cannot be published as it is', async ({ page }) => {
  await visit(page, '/studio/structure/page');
  await page.getByTestId('multi-action-intent-button').click();
  await page.getByRole('menuitem', { name: 'Service page' }).click();
  await textField(page, 'title').fill('We know {yea');
  await expect(page.getByText('The site fills in: {years} 27+')).toBeVisible();
  await textField(page, 'title').fill('We know {years}');
  await expect(page.getByText('The site fills in')).toBeHidden();
  await expect(page.getByTestId('action-publish')).toBeDisabled();

  await test.step('a further section is found by what it is for, and is drawn', async () => {
    const search = page.locator('[data-ui="Popover"]').getByPlaceholder('Search', { exact: true });
    const drawing = page
      .getByRole('menuitem', { name: /^Testimonials\. Quotes from clients/ })
      .locator('img');
    const add = page.getByTestId('field-sections').getByRole('button', { name: 'Add item' });
    await expect(async () => {
      await clickWithin(add, search);
      await search.fill('quotes from clients', { timeout: timeouts.attempt });
      await expect(drawing).toHaveJSProperty('complete', true, { timeout: timeouts.attempt });
    }).toPass();
    await expect(drawing).not.toHaveJSProperty('naturalWidth', 0);
  });
});

test('shows the address, the search result and the share card as they are typed', async ({
  page,
  content,
}) => {
  const title = 'Won in {years} years';
  await content.createOrReplace({ _id: 'drafts.test-twin', _type: 'page', title: 'Twin', seo: { title } });
  await content.createOrReplace({ _id: 'drafts.test-typed', _type: 'page', title: 'SEO सेवाएँ & ads' });
  await openDocument(page, 'page', 'test-typed');
  const slug = page.getByTestId('field-slug');
  await slug.getByRole('button', { name: 'Generate' }).click();
  await expect(slug.locator('input')).toHaveValue('seo-sevaen-and-ads');
  await page.getByRole('tab', { name: 'Search engines' }).click();
  const result = page.getByRole('region', { name: 'In search results' });
  await expect(result).toContainText('› seo-sevaen-and-ads');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expect(result).toContainText('Won in 27+ years | Agency Name');
  await expect(page.getByRole('region', { name: 'When it is shared' })).toContainText('Won in 27+ years');
  const twin = page.getByRole('link', { name: 'Twin', exact: true }).last();
  await expect(twin).toHaveAttribute('href', /test-twin/);
});
