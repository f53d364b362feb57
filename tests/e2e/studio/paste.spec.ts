import { activeEditor, expect, openDocument, paste, test } from './studio.ts';

const id = 'test-paste-at-once';
const html = (site: string) =>
  `<p>Read <b>every</b> page, then see <a href="${site}/about">who we are</a>.</p><p>Send it.</p>`;

test('inserts pasted text at once', async ({ page, content, stack }) => {
  await content.createOrReplace({ _id: `drafts.${id}`, _type: 'article', title: 'Pasted' });
  await openDocument(page, 'article', id);
  const editor = await activeEditor(page, 'body');
  const stored = () =>
    content.fetch(`*[_id == "drafts.${id}"][0]{
      "text": pt::text(body), "links": body[].markDefs[]{kind, path}
    }`);

  await test.step('before what is typed after it', async () => {
    await paste(editor, html(stack.siteUrl));
    await page.keyboard.type(' Typed after it.');
    const text = 'Read every page, then see who we are.\n\nSend it. Typed after it.';
    await expect.poll(stored).toEqual({ text, links: [{ kind: 'path', path: '/about' }] });
  });

  await test.step('offline', async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await expect.poll(async () => (await stored()).text || null).toBeNull();
    await page.context().setOffline(true);
    await paste(editor, html(stack.siteUrl));
    await expect(editor).toContainText('Read every page, then see who we are.');
    await expect(editor).toContainText('Send it.');
    await page.context().setOffline(false);
    await expect.poll(stored).toMatchObject({ text: 'Read every page, then see who we are.\n\nSend it.' });
  });
});
