import { expect, openDocument, test, testimonial, textField } from './studio.ts';

const draft = (id: string) => ({ draftId: `drafts.${id}`, publishedId: id });
const text = 'Text that nobody may lose while others publish.';
/** How often somebody publishes meanwhile; 25 times is what it was measured with. */
const rounds = Number(process.env.PUBLISH_ROUNDS ?? 3);

test('loses no letter while others publish, discard and write in the same document', async ({
  page,
  content,
}) => {
  const id = 'test-typing';
  await content.createOrReplace(testimonial(id));
  await openDocument(page, 'testimonial', id);
  const quote = textField(page, 'quote');
  const stored = () => content.getDocument(`drafts.${id}`);
  /** Types while somebody else does something, and resolves to how many letters are missing in the end. */
  const typeWhile = async (start: string, action: () => Promise<unknown>) => {
    await content.createOrReplace({ ...testimonial(id), _id: `drafts.${id}`, quote: start });
    await expect(quote).toHaveValue(start);
    // Read-only until the Studio knows the permissions; keys that are pressed before go nowhere.
    await expect(quote).toBeEditable();
    await quote.press('End');
    const typing = quote.pressSequentially(text, { delay: 40 });
    await expect(quote).toHaveValue(/nobody/);
    await action();
    await typing;
    await expect(async () => expect((await stored())?.quote).toBe(await quote.inputValue())).toPass();
    return start.length + text.length - (await quote.inputValue()).length;
  };

  await test.step('published', async () => {
    const lost: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const action = () => content.action({ actionType: 'sanity.action.document.publish', ...draft(id) });
      lost.push(await typeWhile(`${round}: `, action));
    }
    console.log(`letters lost while somebody publishes: ${lost.join(', ')}`);
    expect(lost.filter((missing) => missing !== 0)).toEqual([]);
    expect(await content.getDocument(id)).toMatchObject({ quote: expect.stringMatching(/: T/) });
  });
  await test.step('another field', async () => {
    expect(
      await typeWhile('other: ', () =>
        content.patch(`drafts.${id}`).set({ role: 'As another says' }).commit(),
      ),
    ).toBe(0);
    expect(await stored()).toMatchObject({ role: 'As another says' });
  });
  await test.step('the same field', async () => {
    const addition = 'Another: ';
    const inserted = `@@ -1,4 +1,13 @@\n+${addition}\n same\n`;
    const action = () => content.patch(`drafts.${id}`).diffMatchPatch({ quote: inserted }).commit();
    expect(await typeWhile('same: ', action)).toBe(-addition.length);
    expect(await stored()).toMatchObject({ quote: `${addition}same: ${text}` });
  });
  await test.step('discarded', async () => {
    const action = () =>
      content.action({ actionType: 'sanity.action.document.discard', draftId: `drafts.${id}` });
    await content.createOrReplace({ ...testimonial(id), quote: 'same: ' });
    await typeWhile('same: ', action);
    // The part that was stored is discarded with the rest.
    expect((await stored())?.quote).toMatch(/^same: .*publish\.$/);
  });
});
