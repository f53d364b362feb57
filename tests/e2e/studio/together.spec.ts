import type { Page } from '@playwright/test';
import { timeouts } from '../../support/timeouts.ts';
import {
  activeEditor,
  chooseAction,
  expect,
  openDocument,
  publish,
  signIn,
  test,
  testimonial,
  textField,
} from './studio.ts';

const opening = (title: string) => ({
  _type: 'jobOpening',
  title,
  slug: { _type: 'slug', current: 'test-opening' },
  location: 'Delhi',
  jobType: 'Full-time',
});

test('shows the history of a document and restores an earlier version', async ({ page, content }) => {
  await content.createOrReplace({
    _id: 'test-history',
    _type: 'testimonial',
    person: 'First Name',
    role: 'Role',
    quote: 'Quote',
  });
  await openDocument(page, 'testimonial', 'test-history');
  await textField(page, 'person').fill('Second Name');
  await publish(page);
  await expect.poll(() => content.getDocument('test-history')).toMatchObject({ person: 'Second Name' });

  await page.getByTestId('pane-context-menu-button').last().click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const events = page.getByTestId('timeline-item-button');
  await expect(events.first()).toBeVisible();
  await events.last().click();
  await expect(textField(page, 'person')).toHaveValue('First Name');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('Make this version the draft?')).toContainText('until you publish');
  await expect(page.getByText(/Publishing then replaces what was published .+\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => content.getDocument('drafts.test-history')).toMatchObject({ person: 'First Name' });
  await expect(textField(page, 'person')).toBeEditable();
});

/** The picture of a colleague at the field that they are in. */
const avatarIn = (page: Page) =>
  page.getByTestId('document-panel-scroller').locator('[data-ui="Avatar"][data-arrow-position]').first();

test('two tabs see each other at work', { tag: '@endurance' }, async ({ page, context, content }) => {
  await content.createOrReplace({ _id: 'test-together', ...opening('Typed by nobody') });
  const other = await context.newPage();
  await openDocument(page, 'jobOpening', 'test-together');
  await openDocument(other, 'jobOpening', 'test-together');

  await textField(page, 'title').fill('Typed in the first tab');
  await expect(textField(other, 'title')).toHaveValue('Typed in the first tab');
  await textField(other, 'location').fill('Typed in the second tab');
  await expect(textField(page, 'location')).toHaveValue('Typed in the second tab');

  await expect(avatarIn(page)).toBeVisible();
  await other.close();
  await expect(avatarIn(page)).toBeHidden();
});

test('keeps the Delete dialog open when a colleague begins a draft', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-deleted', 'Vikram Shah'));
  await openDocument(page, 'testimonial', 'test-deleted');
  await chooseAction(page, 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete “Vikram Shah”?' });
  await expect(dialog).toBeVisible();
  await content.create({ ...testimonial('drafts.test-deleted', 'Vikram Shah'), role: 'T' });
  await expect(textField(page, 'role')).toHaveValue('T');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => content.getDocument('drafts.test-deleted')).toBeUndefined();
});

test('says in a list what is published, and asks for no altitude', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-list', 'Only Published'));
  await content.createOrReplace(testimonial('drafts.test-list-draft', 'Never Seen'));
  await content.createOrReplace(testimonial('test-list-changed', 'Seen Before'));
  await content.createOrReplace(testimonial('drafts.test-list-changed', 'Seen Otherwise'));
  await openDocument(page, 'testimonial', 'test-list');
  const item = (name: string) => page.getByTestId('document-list-pane').getByRole('link', { name });
  await expect(item('Never Seen')).toContainText('Draft');
  await expect(item('Only Published')).toContainText('Published');
  await expect(item('Seen Otherwise')).toContainText('Changed');
  await openDocument(page, 'cityPage', 'cityPage-pune');
  await expect(page.getByText('Latitude', { exact: true })).toBeVisible();
  await expect(page.getByText('Altitude', { exact: true })).toBeHidden();
});

test('says whose text is discarded', async ({ page, content, stack }) => {
  await content.createOrReplace(testimonial('test-whose', 'Vikram Shah'));
  const [hr, editor] = [stack.client('administrator'), stack.client('editor')];
  // An earlier draft, which is not discarded now.
  await hr.create(testimonial('drafts.test-whose', 'Vikram Shah'));
  await hr.delete('drafts.test-whose');
  await editor.create(testimonial('drafts.test-whose', 'Vikram Shah'));
  await editor.patch('drafts.test-whose').set({ role: 'Written by a colleague' }).commit();
  await openDocument(page, 'testimonial', 'test-whose');
  await chooseAction(page, 'Discard changes');
  const dialog = page.getByRole('dialog', { name: 'Discard the changes to “Vikram Shah”?' });
  await expect(dialog).toContainText('test editor edited this draft. Their changes are discarded too.');
  await expect(dialog).not.toContainText('test administrator');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => content.getDocument('drafts.test-whose')).toBeUndefined();
  await expect(textField(page, 'role')).toHaveValue('Director, test works');
});

test('keeps a second person out of a paragraph in which somebody types', async ({
  page,
  browser,
  stack,
  content,
}) => {
  const paragraph = (_key: string, text: string) => ({
    ...{ _type: 'block', _key, style: 'normal', markDefs: [] },
    children: [{ _type: 'span', _key: `${_key}-text`, text, marks: [] }],
  });
  const description = [paragraph('first', 'First.'), paragraph('second', 'Second.')];
  await content.createOrReplace({ _id: 'test-lock', ...opening('Two writers'), description });
  const texts = () =>
    content.fetch<string[]>('*[_id == "drafts.test-lock"][0].description[].children[0].text');
  const other = await (
    await browser.newContext({ baseURL: stack.siteUrl, storageState: { cookies: [], origins: [] } })
  ).newPage();
  await signIn(other, stack, 'Editor');
  for (const at of [page, other]) await openDocument(at, 'jobOpening', 'test-lock');
  const line = (at: typeof page, text: string) =>
    at.getByTestId('field-description').locator('[data-pt-block]', { hasText: text });
  // The editor may put the caret back while it takes over a colleague's text, so the caret counts once the other sees it.
  const goTo = async (at: typeof page, text: string) => {
    await activeEditor(at, 'description');
    await expect(async () => {
      const { width, height } = await line(at, text).evaluate((node) => node.getBoundingClientRect());
      await line(at, text).click({ position: { x: width - 4, y: height / 2 }, force: true });
      const caret = line(at === page ? other : page, text).locator('[data-testid^="presence-cursor"]');
      await expect(caret).toBeVisible({ timeout: timeouts.attempt });
    }).toPass();
  };

  await goTo(page, 'First.');
  await page.keyboard.type(' One');
  await expect.poll(texts).toEqual(['First. One', 'Second.']);
  await goTo(other, 'First. One');
  await other.keyboard.type('X');
  await expect(other.getByText('is writing in this paragraph')).toBeVisible();
  await goTo(other, 'Second.');
  await other.keyboard.type(' Two');
  await expect.poll(texts).toEqual(['First. One', 'Second. Two']);
  // The first paragraph is free again once its writer is elsewhere.
  await goTo(page, 'Second. Two');
  await page.keyboard.type('Y');
  await expect(page.getByText('is writing in this paragraph')).toBeVisible();
  await goTo(other, 'First. One');
  await other.keyboard.type(' more');
  await expect.poll(texts).toEqual(['First. One more', 'Second. Two']);
});

test('keeps a second person out of a field in which somebody types', async ({
  page,
  browser,
  stack,
  content,
}) => {
  await content.createOrReplace({ ...testimonial('test-field'), quote: 'First.' });
  const other = await (
    await browser.newContext({ baseURL: stack.siteUrl, storageState: { cookies: [], origins: [] } })
  ).newPage();
  await signIn(other, stack, 'Editor');
  for (const at of [page, other]) await openDocument(at, 'testimonial', 'test-field');
  const quote = textField(page, 'quote');
  const quoteOfOther = textField(other, 'quote');
  await textField(page, 'role').focus();
  // Who comes to a field first has it, even before their first letter.
  await expect(avatarIn(other)).toBeVisible();
  await textField(other, 'role').press('End');
  await textField(other, 'role').pressSequentially('XYZ');
  await expect(textField(other, 'role')).toHaveValue('Director, test works');
  // Presence loses sight of somebody who creates a draft with their first letter.
  await quote.press('End');
  await quote.pressSequentially(' One');
  await expect(quoteOfOther).toHaveValue('First. One');
  await quoteOfOther.press('End');
  await quoteOfOther.pressSequentially('XYZ');
  await expect(other.getByText('is writing in this field')).toBeVisible();
  await expect(quoteOfOther).toHaveValue('First. One');
  await textField(other, 'role').fill('Another role');
  await quote.pressSequentially(' Two');
  await expect(quoteOfOther).toHaveValue('First. One Two');
  const stored = '*[_id == "drafts.test-field"][0]{quote, role}';
  await expect.poll(() => content.fetch(stored)).toEqual({ quote: 'First. One Two', role: 'Another role' });

  // The field is free once its writer is elsewhere.
  await textField(page, 'role').focus();
  await expect(async () => {
    await quoteOfOther.press('End');
    await quoteOfOther.press('!');
    expect(await quoteOfOther.inputValue()).toBe('First. One Two!');
  }).toPass({ intervals: [300] });
  await expect(quote).toHaveValue('First. One Two!');
  await other.context().close();
});

for (const writer of ['a colleague', 'a program'])
  test(`a text that ${writer} wrote arrives before presence says who is there`, async ({
    page,
    browser,
    stack,
    content,
  }) => {
    await content.createOrReplace({ ...testimonial('test-arrived'), quote: 'First.' });
    const context = await browser.newContext({
      baseURL: stack.siteUrl,
      storageState: { cookies: [], origins: [] },
    });
    const other = await context.newPage();
    await signIn(other, stack, 'Editor');
    for (const at of [page, other]) await openDocument(at, 'testimonial', 'test-arrived');
    await textField(page, 'role').focus();
    await expect(avatarIn(other)).toBeVisible();
    const quote = textField(other, 'quote');
    await quote.press('End');
    const create = { ...testimonial('drafts.test-arrived'), quote: 'First. Le' };
    if (writer === 'a program') await content.create(create);
    // With the session of the colleague.
    else
      await page.evaluate(
        (body) => fetch('/lake/v1/data/mutate/production', { method: 'POST', body }),
        JSON.stringify({ mutations: [{ create }] }),
      );
    await expect(quote).toHaveValue('First. Le');
    await quote.press('Z');
    const notice = other.getByText('Local Administrator is writing in this field');
    if (writer === 'a program') {
      await expect(quote).toHaveValue('First. LeZ');
      await expect(notice).toBeHidden();
    } else {
      await expect(notice).toBeVisible();
      await expect(quote).toHaveValue('First. Le');
    }
    await context.close();
  });
