import type { Page } from '@playwright/test';
import type { SanityClient } from '@sanity/client';
import { timeouts } from '../../support/timeouts.ts';
import { clickWithin, expect, openDocument, test } from './studio.ts';

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

test('moves a section with the keyboard', async ({ page, content }) => {
  await content.createOrReplace(pageOf('test-move', three));
  await openDocument(page, 'page', 'test-move');
  const handle = sections(page).locator('[data-ui="DragHandleButton"]').first();
  // A form that still loads may take the focus away.
  await expect(async () => {
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(handle).toHaveAttribute('aria-pressed', 'true', { timeout: timeouts.attempt });
  }).toPass();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('was moved over droppable area b.')).toBeAttached();
  await page.keyboard.press('Space');
  await headings(content, 'test-move').toEqual(['Second', 'First', 'Third']);
});

test('undoes a removal without undoing what a colleague did', async ({ page, content }) => {
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
  const toast = page.locator('[data-ui="Toast"]').filter({ hasText: 'Removed: Sections › Call to action' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await headings(content, 'test-undo').toEqual(['By a colleague', 'Second', 'Third', 'Fourth']);
});

test('copies a section to another page', async ({ page, context, content }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await content.createOrReplace(pageOf('test-from', [section('a', 'Ask us')]));
  await content.createOrReplace(pageOf('test-to', [section('b', 'Only')]));
  await openDocument(page, 'page', 'test-from');
  await chooseFor(page, 0, 'Copy');
  await openDocument(page, 'page', 'test-to');
  await sections(page).getByTestId('field-actions-trigger').first().click();
  await page.getByRole('menuitem', { name: 'Paste field' }).click();
  await headings(content, 'test-to').toEqual(['Only', 'Ask us']);
  expect(await content.fetch('*[_id == "drafts.test-to"][0].sections[1]._key')).not.toBe('a');
});
