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
  publish,
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
        "links": markDefs[]{"to": coalesce(url, path, reference->slug.current, kind)}.to
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
        links: ['https://eprocure.gov.in/cppp/', 'about', '/no-such-page#fees', 'email', 'phone'],
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
  await content.createOrReplace({
    _id: 'drafts.test-picture',
    _type: 'article',
    title: 'With a picture',
    cover: { _type: 'picture', asset, alt: 'The old picture' },
  });
  await openDocument(page, 'article', 'test-picture');
  const field = page.getByTestId('image-input').first();
  const upload = (name: string, buffer: Buffer) => chooseFile(page, field, { name, mimeType: '', buffer });
  const damaged = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  const refused: [string, Buffer, RegExp][] = [
    ['IMG_0042.HEIC', damaged, /This HEIC picture cannot be read/],
    ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /Export the picture as PNG/],
    ['offer.pdf', Buffer.from('%PDF-1.7'), /This is a PDF document/],
    ['empty.jpg', Buffer.alloc(0), /The file is empty/],
    ['letter.jpg', Buffer.from('Dear Sir'), /This is not a picture/],
  ];
  for (const [name, buffer, advice] of refused)
    await test.step(`refuses ${name}`, async () => {
      await upload(name, buffer);
      const toast = page.getByRole('alert').filter({ hasText: `${name} was not uploaded` });
      await expect(toast).toContainText(advice);
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
    const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#0f6b63' } });
    await upload('new.png', await picture.png().toBuffer());
    await expect.poll(async () => (await cover()).asset._ref).toMatch(/-640x480-png$/);
    expect(await cover()).not.toHaveProperty('alt');
    await publish(page);
    await expect(page.getByRole('dialog').getByText('Describe the picture for people')).toBeVisible();
  });
});

test('creates a page with sections, an address from any script, and a search preview', async ({
  page,
  content,
}) => {
  const twin = {
    _id: 'drafts.test-twin',
    _type: 'page',
    title: 'Twin',
    seo: { title: 'Won in {years} years ' },
  };
  await content.createOrReplace(twin);
  await visit(page, '/studio/structure/page');
  const field = (name: string) => page.getByTestId(`field-${name}`);

  await test.step('from a template, which cannot be published as it is', async () => {
    await page.getByTestId('multi-action-intent-button').click();
    await page.getByRole('menuitem', { name: 'Service page' }).click();
    await expect(page.getByText('A list of reasons or benefits, each with a tick mark.')).toBeVisible();
    await textField(page, 'title').fill('We know {yea');
    await expect(page.getByText('The site fills in: {years} 27+')).toBeVisible();
    await textField(page, 'title').fill('We know {years}');
    await expect(page.getByText('The site fills in')).toBeHidden();
    await publish(page);
    const lacking = page.getByRole('dialog');
    await expect(lacking.getByRole('button', { name: /^Sections › .+ › Heading/ }).first()).toBeVisible();
    await lacking.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('Takes placeholders')).toHaveCount(0);
  });

  await test.step('a further section, found by what it is for', async () => {
    const search = page.locator('[data-ui="Popover"]').getByPlaceholder('Search', { exact: true });
    const choice = page.getByRole('menuitem', { name: /^Testimonials\. Quotes from clients/ });
    await expect(async () => {
      await clickWithin(field('sections').getByRole('button', { name: 'Add item' }), search);
      await search.fill('quotes from clients', { timeout: timeouts.attempt });
      await expect(choice.locator('img')).toHaveJSProperty('complete', true, { timeout: timeouts.attempt });
    }).toPass();
    await expect(choice.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await page.keyboard.press('Escape');
  });

  for (const [title, slug] of [
    ['डिजिटल मार्केटिंग', 'dijital-marketing'],
    ['خدمات المناقصات في دبي', 'khdmat-almnaqsat-fy-dby'],
    ['SEO सेवाएँ & ads', 'seo-sevaen-and-ads'],
  ] as const)
    await test.step(`the address ${slug}`, async () => {
      await textField(page, 'title').fill(title);
      await field('slug').getByRole('button', { name: 'Generate' }).click();
      await expect(field('slug').locator('input')).toHaveValue(slug);
    });
  await textField(page, 'title').fill('🚀🎉');
  await field('slug').getByRole('button', { name: 'Generate' }).click();
  await expect(field('slug').getByText('The title has no letters')).toBeVisible();

  await test.step('its search result and share card as they are typed, and its twin', async () => {
    await page.getByRole('tab', { name: 'Search engines' }).click();
    const result = page.getByRole('region', { name: 'In search results' });
    await expect(result).toContainText('› seo-sevaen-and-ads');
    await page.getByRole('textbox', { name: 'Title' }).fill('Won in {years} years');
    await expect(result).toContainText('Won in 27+ years | Agency Name');
    await expect(page.getByRole('region', { name: 'When it is shared' })).toContainText('Won in 27+ years');
    await expect(page.getByText('Title: 16 of about 60 characters.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Twin', exact: true }).last()).toHaveAttribute(
      'href',
      /test-twin/,
    );
    await expect(page.getByText('has the same title')).toBeVisible();
  });
});
