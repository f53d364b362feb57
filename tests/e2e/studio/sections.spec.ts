import type { Page } from '@playwright/test';
import type { SanityClient } from '@sanity/client';
import { activeEditor, clickWithin, expect, openDocument, paste, test, visit } from './studio.ts';

const section = (_key: string, heading: string) => ({ _key, _type: 'callToAction', heading });

/** A draft of a page with these sections. */
const pageOf = (id: string, sections: object[]) => ({
  _id: `drafts.${id}`,
  _type: 'page',
  title: `Page ${id}`,
  slug: { _type: 'slug', current: id },
  sections,
});

const three = [section('a', 'First'), section('b', 'Second'), section('c', 'Third')];

const headings = (content: SanityClient, id: string) =>
  expect.poll(() => content.fetch('*[_id == $id][0].sections[].heading', { id: `drafts.${id}` }));

const sections = (page: Page) => page.getByTestId('field-sections');

/** Chooses from the menu of the section at a position. */
const chooseFor = (page: Page, position: number, name: string) =>
  clickWithin(
    sections(page).getByTestId('array-item-menu-button').nth(position),
    page.getByRole('menuitem', { name, exact: true }),
  );

/** The Undo button of the message about a step. */
const undo = (page: Page, step: string) =>
  page.locator('[data-ui="Toast"]').filter({ hasText: step }).getByRole('button', { name: 'Undo' });

test('moves sections by menu and keyboard, and undoes it', async ({ page, content }) => {
  await content.createOrReplace(pageOf('test-move', three));
  await openDocument(page, 'page', 'test-move');
  await chooseFor(page, 1, 'Move up');
  await headings(content, 'test-move').toEqual(['Second', 'First', 'Third']);
  await undo(page, 'New order: Sections').click();
  await headings(content, 'test-move').toEqual(['First', 'Second', 'Third']);

  await sections(page).getByRole('button', { name: 'First' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await headings(content, 'test-move').toEqual(['Second', 'First', 'Third']);
  await page.keyboard.press('Alt+ArrowDown');
  await headings(content, 'test-move').toEqual(['Second', 'Third', 'First']);
  await expect(sections(page).getByRole('button', { name: 'First' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await headings(content, 'test-move').toEqual(['Second', 'First', 'Third']);
  await page.keyboard.press('Control+z');
  await headings(content, 'test-move').toEqual(['First', 'Second', 'Third']);
  await page.keyboard.press('Control+Shift+z');
  await headings(content, 'test-move').toEqual(['Second', 'First', 'Third']);
});

test('undoes a removal and an addition without undoing what a colleague did', async ({ page, content }) => {
  await content.createOrReplace(pageOf('test-undo', three));
  await openDocument(page, 'page', 'test-undo');
  await chooseFor(page, 1, 'Remove');
  await headings(content, 'test-undo').toEqual(['First', 'Third']);
  await content
    .patch('drafts.test-undo')
    .set({ 'sections[_key=="a"].heading': 'By a colleague' })
    .insert('after', 'sections[-1]', [section('d', 'Fourth')])
    .commit();
  await expect(sections(page).getByRole('button', { name: 'Fourth' })).toBeVisible();
  await undo(page, 'Removed: Sections › Call to action').click();
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth']);

  await chooseFor(page, 3, 'Duplicate');
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth', 'Fourth']);
  const heading = page.getByRole('dialog').getByRole('textbox').and(page.locator('[id$=".heading"]'));
  await heading.fill('Mine');
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth', 'Mine']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+z');
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth']);
  await page.keyboard.press('Control+Shift+z');
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth', 'Mine']);

  await content.patch('drafts.test-undo').set({ 'sections[heading=="Mine"].heading': 'Theirs' }).commit();
  await expect(sections(page).getByRole('button', { name: 'Theirs' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Somebody else has changed this since')).toBeVisible();
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth', 'Theirs']);
});

test('undoes a long paste', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'drafts.test-long', _type: 'article', title: 'Long' });
  await openDocument(page, 'article', 'test-long');
  const paragraphs = Array.from({ length: 310 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
  await paste(await activeEditor(page, 'body'), paragraphs);
  // A text without paragraphs is an empty list or none: nobody sees the difference, and neither can be published.
  const count = () =>
    expect.poll(() => content.fetch('count(coalesce(*[_id == "drafts.test-long"][0].body, []))'));
  await count().toBe(310);
  await page.keyboard.press('Control+z');
  await count().toBe(0);
});

test('saves a section and reuses it on another page in four clicks', async ({ page, content }) => {
  await content.createOrReplace(
    pageOf('test-from', [
      {
        ...section('a', 'Ask us'),
        _type: 'testimonials',
        testimonials: [{ _key: 'gone', _type: 'reference', _ref: 'no-such-document', _weak: true }],
      },
    ]),
  );
  await content.createOrReplace(pageOf('test-to', [section('b', 'Only')]));
  await openDocument(page, 'page', 'test-from');
  await chooseFor(page, 0, 'Save for other pages…');
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.fill('Praise');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Praise” is saved')).toBeVisible();

  await visit(page, '/studio/structure/page');
  await page.evaluate(() => {
    document.body.dataset.clicks = '0';
    const count = () => {
      document.body.dataset.clicks = String(Number(document.body.dataset.clicks) + 1);
    };
    addEventListener('click', count, true);
  });
  await page.getByTestId('document-list-pane').getByText('Page test-to').click();
  await page.getByRole('button', { name: 'Add saved section…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Praise', exact: true }).click();
  await headings(content, 'test-to').toEqual(['Only', 'Ask us']);
  expect(await page.evaluate(() => Number(document.body.dataset.clicks))).toBeLessThanOrEqual(4);
  const added = await content.fetch('*[_id == "drafts.test-to"][0].sections[1]{_key, testimonials}');
  expect(added).toEqual({ _key: expect.not.stringMatching(/^a$/), testimonials: [] });

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add saved section…' }).click();
  await page.getByRole('button', { name: 'Delete Praise' }).click();
  const saved = () => expect.poll(() => content.fetch('*[_type == "savedSection"].title'));
  await saved().toEqual([]);
  await undo(page, 'Deleted: Praise').click();
  await saved().toEqual(['Praise']);
});

test('says that a section was copied', async ({ page, content, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await content.createOrReplace(pageOf('test-copy', three));
  await openDocument(page, 'page', 'test-copy');
  await chooseFor(page, 0, 'Copy');
  await expect(page.getByText('Copied')).toBeVisible();
});
