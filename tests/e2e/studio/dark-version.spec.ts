import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { chooseFile, expect, openDocument, publish, test } from './studio.ts';

const light = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();

/** Replaces the picture of the open article. */
async function replacePicture(page: Page, buffer: Buffer) {
  const file = { name: 'new.png', mimeType: 'image/png', buffer };
  await chooseFile(page, page.getByTestId('image-input').first(), file);
}

test('no visitor sees the dark version of a picture that was replaced', async ({ page, content, stack }) => {
  const article = await content.fetch<{ _id: string; slug: { current: string }; cover: unknown }>(
    '*[_type == "article" && defined(cover.dark.asset)][0]',
  );
  const id = article._id;
  const darkFile = await content.fetch<string>('*[_id == $id][0].cover.dark.asset->sha1hash', { id });
  const shown = async () =>
    (await (await fetch(`${stack.siteUrl}/articles/${article.slug.current}`)).text()).includes(darkFile);
  const note = page.getByText('This dark version belongs to another picture.');
  await expect.poll(shown).toBe(true);

  await test.step('replaced by a program', async () => {
    const file = await content.assets.upload('image', await light('#0f6b63'));
    const asset = { _type: 'reference', _ref: file._id };
    await content.patch(id).set({ 'cover.asset': asset }).commit();
    await expect.poll(shown).toBe(false);
    await content.patch(id).set({ cover: article.cover }).commit();
    await expect.poll(shown).toBe(true);
  });

  await test.step('replaced in the Studio', async () => {
    await openDocument(page, 'article', id);
    await expect(note).toBeHidden();
    await replacePicture(page, await light('#f59e3d'));
    await expect(note).toBeVisible();
    await page.getByTestId('field-cover.alt').locator('input').fill('Another picture');
    await publish(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('its dark version belongs to the old one');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => content.fetch('*[_id == $id][0].cover.alt', { id })).toBe('Another picture');
    await expect.poll(shown).toBe(false);
  });

  await test.step('used again where it suits the new picture', async () => {
    await page.getByRole('button', { name: 'Use it with this picture' }).click();
    await expect(note).toBeHidden();
    await publish(page);
    await expect.poll(shown).toBe(true);
  });
});
