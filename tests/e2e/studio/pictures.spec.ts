import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { clickWithin, expect, openDocument, publish, signIn, test, visit } from './studio.ts';

const colour = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
const card = (page: Page, name: string) => page.locator('.staff-pictures > li').filter({ hasText: name });
const tool = (page: Page) => page.getByTestId('studio-navbar').getByRole('link', { name: 'Pictures' });
const reference = (_ref: string) => ({ _type: 'reference', _ref });

test('an unused picture is found in two clicks and deleted', async ({ page, content }) => {
  const unused = await content.assets.upload('image', await colour('#123456'), { filename: 'unused.png' });
  const trashed = await content.assets.upload('image', await colour('#654321'), { filename: 'trashed.png' });
  await content.create({
    _id: 'trash.test-picture',
    _type: 'trashedDocument',
    documentType: 'person',
    title: 'Deleted person',
    deletedAt: '2026-01-01T00:00:00Z',
    deletedBy: '',
    content: JSON.stringify({ picture: { asset: reference(trashed._id) } }),
  });
  await tool(page).click();
  await page.getByRole('button', { name: 'Unused: 1', exact: true }).click();
  await expect(page.locator('.staff-pictures > li')).toHaveCount(1);
  const remove = page.getByRole('button', { name: 'Delete unused.png' });
  await remove.click();
  await remove.click();
  await expect.poll(() => content.getDocument(unused._id)).toBeUndefined();
  await expect(page.getByText('No picture matches.')).toBeVisible();

  await page.getByRole('button', { name: /^Used: / }).click();
  await page.getByLabel('Words').fill('trashed.png');
  await expect(card(page, 'trashed.png')).toContainText('In the trash: Deleted person');
  await expect(card(page, 'trashed.png').getByRole('button')).toHaveCount(0);
});

test('a picture that somebody has just used is not deleted', async ({ page, content }) => {
  const file = await content.assets.upload('image', await colour('#0f6b63'), { filename: 'raced.png' });
  await visit(page, '/studio/pictures');
  const remove = page.getByRole('button', { name: 'Delete raced.png' });
  await remove.click();
  await page.route('**/data/mutate/**', async (route) => {
    const picture = { _type: 'picture', alt: 'Raced', asset: reference(file._id) };
    await content.createOrReplace({ _id: 'drafts.test-raced', _type: 'person', name: 'Racer', picture });
    await route.continue();
  });
  await remove.click();
  await expect.poll(() => content.getDocument('drafts.test-raced')).toBeDefined();
  await expect(card(page, 'raced.png')).toContainText('Racer');
  expect(await content.getDocument(file._id)).toBeDefined();
});

test('pictures are found by words, place, day and size', async ({ page, content }) => {
  const article = await content.fetch<{ title: string; alt: string; name: string; dark: string }>(
    '*[_type == "article" && defined(cover.dark)][0]{title, "alt": cover.alt, "name": cover.asset->originalFilename, "dark": cover.dark.asset->originalFilename}',
  );
  await visit(page, '/studio/pictures');
  const words = page.getByLabel('Words');
  for (const typed of [article.alt, article.name, article.dark.replace('.png', ' ')]) {
    await words.fill(typed);
    await expect(card(page, article.alt)).toContainText('With a dark version');
    await expect(card(page, article.alt).getByRole('link', { name: article.title })).toBeVisible();
  }
  await page.getByLabel('Used in').selectOption('Articles');
  await expect(card(page, article.alt)).toBeVisible();
  await page.getByLabel('Used in').selectOption('City pages');
  await expect(page.getByText('No picture matches.')).toBeVisible();
  await page.getByLabel('Used in').selectOption('Articles');
  const since = page.getByLabel('Added since');
  await since.fill('1 Jan 2040');
  await since.blur();
  await expect(page.getByText('No picture matches.')).toBeVisible();
  await since.fill('1 Jan 2020');
  await since.blur();
  await expect(card(page, article.alt)).toBeVisible();
  await page.getByLabel('Size').selectOption('Over 2 MB');
  await expect(page.getByText('No picture matches.')).toBeVisible();
});

test('a description is stored with its picture and offered where the picture is chosen again', async ({
  page,
  content,
}) => {
  const file = await content.assets.upload('image', await colour('#abcdef'), { filename: 'asha.png' });
  const picture = { _type: 'picture', asset: reference(file._id) };
  const texts = { languages: ['Hindi'], cities: ['Delhi'], askAbout: 'Tenders of the railways.', order: 9 };
  const person = { _type: 'person', name: 'Asha', role: 'Analyst', ...texts, picture };
  await content.createOrReplace({ ...person, _id: 'drafts.test-asha' });
  await openDocument(page, 'person', 'test-asha');
  await page.getByTestId('field-picture.alt').locator('input').fill('Asha at her desk');
  await expect
    .poll(() => content.fetch('*[_id == "drafts.test-asha"][0].picture.alt'))
    .toBe('Asha at her desk');
  await publish(page);
  await expect.poll(() => content.getDocument(file._id)).toMatchObject({ altText: 'Asha at her desk' });
  await content.delete('test-asha');

  await content.createOrReplace({ _id: 'drafts.test-again', _type: 'person', name: 'Asha', role: 'Analyst' });
  await openDocument(page, 'person', 'test-again');
  const browse = page.getByTestId('picture-object-input-browse-button-sanity-default');
  await clickWithin(browse, page.getByRole('button', { name: 'Choose asha.png' }));
  await page.getByRole('button', { name: 'Use this description' }).click();
  await expect
    .poll(() => content.fetch('*[_id == "drafts.test-again"][0].picture'))
    .toMatchObject({ alt: 'Asha at her desk', asset: { _ref: file._id } });
});

test('a picture is replaced everywhere, with its dark version', async ({ page, content, stack }) => {
  const article = await content.fetch<{
    _id: string;
    slug: string;
    alt: string;
    cover: object;
    name: string;
  }>(
    '*[_type == "article" && defined(cover.dark)][0]{_id, "slug": slug.current, "alt": cover.alt, cover, "name": cover.asset->originalFilename}',
  );
  const draft = { _id: 'drafts.test-same', _type: 'person', name: 'Same', picture: article.cover };
  await content.createOrReplace({ ...draft, picture: { ...article.cover, alt: 'Other words' } });
  await visit(page, '/studio/pictures');
  await page.getByRole('button', { name: `Replace ${article.name} everywhere` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Same');
  const submit = dialog.getByRole('button', { name: 'Replace now' });
  await dialog.getByLabel('What the picture shows').fill('The new folder');
  await submit.click();
  await expect(dialog.getByText('Choose the new picture.')).toBeVisible();
  const png = async (name: string, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await colour(background),
  });
  await dialog.getByLabel('New picture').setInputFiles(await png('new.png', '#f59e3d'));
  await dialog.getByLabel('Its dark version').setInputFiles(await png('new-dark.png', '#201000'));
  await submit.click();
  await expect(dialog).toBeHidden();
  const shown = `{"alt": coalesce(cover, picture).alt, "light": coalesce(cover, picture).asset->originalFilename,
    "dark": coalesce(cover, picture).dark.asset->originalFilename, "fits": coalesce(cover, picture).dark.madeFor == coalesce(cover, picture).asset._ref}`;
  for (const id of [article._id, 'drafts.test-same'])
    expect(await content.fetch(`*[_id == $id][0]${shown}`, { id })).toEqual({
      alt: 'The new folder',
      light: 'new.png',
      dark: 'new-dark.png',
      fits: true,
    });
  const dark = await content.fetch<string>('*[_id == $id][0].cover.dark.asset->sha1hash', {
    id: article._id,
  });
  await expect
    .poll(async () => (await fetch(`${stack.siteUrl}/articles/${article.slug}`)).text())
    .toContain(dark);
  await expect(card(page, 'new.png')).toContainText('With a dark version');
});

test.describe('a viewer', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  test('finds pictures, and changes none', async ({ page, stack }) => {
    await signIn(page, stack, 'Viewer');
    await tool(page).click();
    await expect(page.locator('.staff-pictures > li').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Delete|Replace)/ })).toHaveCount(0);
  });
});
