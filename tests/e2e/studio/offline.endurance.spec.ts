import type { Page } from '@playwright/test';
import { timeouts } from '../../support/timeouts.ts';
import { expect, openDocument, signIn, test, testimonial, textField } from './studio.ts';

const text = 'Text that nobody may lose while there is no connection.';

test('stores edits in the browser while offline, and restores them', async ({
  browser,
  baseURL,
  stack,
  content,
}) => {
  // A session of its own, since it ends.
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(timeouts.attempt * 3);
  await signIn(page, stack, 'Editor');
  const id = 'test-offline';
  const stored = async () => (await content.getDocument(`drafts.${id}`))?.quote;
  const hindi = 'जो लिखा गया, वह रहेगा। ';
  await content.createOrReplace(testimonial(id));
  // Without a connection for presence the Studio once broke when somebody cancelled leaving.
  await page.routeWebSocket(/\/socket\//, (socket) => socket.close());
  await openDocument(page, 'testimonial', id);
  const notice = page.getByRole('status').filter({ hasText: 'kept in this browser' });
  const quote = textField(page, 'quote');

  await test.step('shows a notice, and saves when the connection is back', async () => {
    await expect(quote).toBeEditable();
    await context.setOffline(true);
    await expect(notice).toContainText('You are offline.');
    const failed = page.waitForEvent('requestfailed', (request) => /\/data\//.test(request.url()));
    await quote.fill(hindi + text.repeat(500));
    await failed;
    await expect(quote).toBeEditable();
    await quote.press('End');
    await quote.pressSequentially(' And more.');
    const dialog = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    await (await dialog).dismiss();
    await context.setOffline(false);
    await expect.poll(stored).toBe(`${hindi}${text.repeat(500)} And more.`);
    await expect(notice).toBeHidden();
    await expect.poll(() => unsavedIn(page)).toEqual([]);
  });

  const typeAndCrash = async (text: string) => {
    const tab = await context.newPage();
    await openDocument(tab, 'testimonial', id);
    await expect(textField(tab, 'quote')).toBeEditable();
    await context.setOffline(true);
    await textField(tab, 'quote').fill(text);
    await expect.poll(() => tab.evaluate(() => JSON.stringify(localStorage))).toContain(text);
    await tab.close();
    await context.setOffline(false);
  };
  await test.step('restores edits after the tab was closed', async () => {
    await typeAndCrash(`${hindi}Typed before the crash.`);
    await openDocument(page, 'testimonial', id);
    await expect(page.getByText(/^Your changes from .* are restored$/)).toBeVisible();
    await expect.poll(stored).toBe(`${hindi}Typed before the crash.`);
  });
  await test.step('asks if the document has changed', async () => {
    await typeAndCrash('Typed before somebody changed it.');
    await content.patch(`drafts.${id}`).set({ quote: 'Typed by somebody else.', role: 'Theirs' }).commit();
    await openDocument(page, 'testimonial', id);
    await expect(page.getByText('Now: … by somebody else.')).toBeVisible();
    await expect(page.getByText('Yours: … before somebody changed it.')).toBeVisible();
    await expect(quote).toHaveValue('Typed by somebody else.');
    await page.getByRole('button', { name: 'Restore my changes' }).click();
    await expect.poll(stored).toBe('Typed before somebody changed it.');
    expect(await content.getDocument(`drafts.${id}`)).toMatchObject({ role: 'Theirs' });
  });
  await test.step('offers what was typed into a text that somebody discards', async () => {
    await expect(quote).toBeEditable();
    await context.setOffline(true);
    await quote.press('End');
    await quote.pressSequentially(' And typed offline.');
    await content.action({ actionType: 'sanity.action.document.discard', draftId: `drafts.${id}` });
    await context.setOffline(false);
    await expect(page.getByText(/discarded its changes, in the meantime/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Restore my changes' }).click();
    await expect.poll(stored).toBe('Typed before somebody changed it. And typed offline.');
  });
  await test.step('offers what was typed into texts that others rewrote meanwhile', async () => {
    await expect(quote).toBeEditable();
    await context.setOffline(true);
    const fields = ['quote', 'role'];
    for (const field of fields) {
      await textField(page, field).press('End');
      await textField(page, field).pressSequentially(` Mine in ${field}.`);
    }
    for (const field of fields)
      await content
        .patch(`drafts.${id}`)
        .set({ [field]: 'नया' })
        .commit();
    await context.setOffline(false);
    for (const field of fields) await expect(page.getByText(`Mine in ${field}.`)).toBeVisible();
    await expect(quote).toHaveValue('नया');
    await page.getByRole('button', { name: 'Restore my changes' }).click();
    await expect.poll(stored).toMatch(/Mine in quote\.$/);
  });
  await test.step('deletes edits on sign-out', async () => {
    await typeAndCrash('Typed by whoever has left.');
    await page.goto('/staff/account');
    expect(await unsavedIn(page)).toHaveLength(1);
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/sign-in/);
    expect(await unsavedIn(page)).toEqual([]);
  });
  await context.close();
});

test('offers own edits only, also of a version that is gone', async ({ page, context, content }) => {
  const id = 'test-own';
  await content.createOrReplace(testimonial(id));
  await content.createOrReplace({ ...testimonial(id), _id: `drafts.${id}`, role: 'Draft' });
  /** Types into a version of the document in another tab, which cannot save it, and closes the tab. */
  const typeAndClose = async (text: string, query: string, meanwhile: (tab: Page) => Promise<unknown>) => {
    const tab = await context.newPage();
    await tab.route(/\/data\/actions\//, (route) => route.abort());
    await tab.goto(`/studio/intent/edit/id=${id};type=testimonial/${query}`);
    await expect(textField(tab, 'quote')).toBeEditable();
    await textField(tab, 'quote').fill(text);
    await meanwhile(tab);
    await expect.poll(() => unsavedIn(tab)).toEqual([expect.stringContaining(text)]);
    await tab.close();
  };
  const colleagueWrites = (role: string) => content.patch(`drafts.${id}`).set({ role }).commit();

  await typeAndClose('Typed while a colleague wrote.', '', async (tab) => {
    await colleagueWrites('First');
    await expect(textField(tab, 'role')).toHaveValue('First');
  });
  await colleagueWrites('Second');
  await openDocument(page, 'testimonial', id);
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  await expect
    .poll(() => content.getDocument(`drafts.${id}`))
    .toMatchObject({ quote: 'Typed while a colleague wrote.', role: 'Second' });

  const { releaseId } = await content.releases.create({ metadata: { title: 'Soon', releaseType: 'asap' } });
  await content.createVersion({ baseId: `drafts.${id}`, releaseId, publishedId: id });
  await typeAndClose('Typed into a version.', `?perspective=${releaseId}`, async () => undefined);
  // The draft already has the text, so nothing is offered there. The version still lacks it.
  const draftHas = (quote: string) => content.patch(`drafts.${id}`).set({ quote }).commit();
  await draftHas('Typed into a version.');
  await openDocument(page, 'testimonial', id);
  await expect(textField(page, 'quote')).toHaveValue('Typed into a version.');
  await openDocument(page, 'policy', 'policy-privacy-policy');
  await draftHas('Other.');
  await content.discardVersion({ releaseId, publishedId: id });
  await openDocument(page, 'testimonial', id);
  await expect(page.getByText(/You made them in another version of this document\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  await expect
    .poll(() => content.getDocument(`drafts.${id}`))
    .toMatchObject({ quote: 'Typed into a version.', role: 'Second' });
});

test('offers letters that are not saved yet if a colleague empties their text', async ({ page, content }) => {
  const id = 'test-emptied';
  await content.createOrReplace({ ...testimonial(id), _id: `drafts.${id}` });
  await openDocument(page, 'testimonial', id);
  const quote = textField(page, 'quote');
  await expect(quote).toBeEditable();
  await page.route(/\/data\/actions\//, () => {});
  await quote.press('End');
  await quote.pressSequentially(' More.');
  const typed = await quote.inputValue();
  await content.patch(`drafts.${id}`).unset(['quote']).commit();
  const restore = page.getByRole('button', { name: 'Restore my changes' });
  await expect(restore).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await restore.click();
  await expect(quote).toHaveValue(typed);
  await expect.poll(() => content.getDocument(`drafts.${id}`)).toMatchObject({ quote: typed });
});

/** Returns the unsaved edits that the browser keeps, as JSON. */
const unsavedIn = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, edits]) =>
      key.startsWith('unsaved') ? [String(edits)] : [],
    ),
  );
