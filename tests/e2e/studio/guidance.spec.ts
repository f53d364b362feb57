import { sections } from '#schemas/sections/index.ts';
import { expect, openDocument, publish, test, textField } from './studio.ts';

test('offers the states there are, and keeps a city out of a group of its own', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'drafts.test-state', _type: 'cityPage', name: 'Agra', state: 'UP' });
  await openDocument(page, 'cityPage', 'test-state');
  const state = textField(page, 'state');
  await expect(state).toHaveValue('UP');
  const list = await state.getAttribute('list');
  await expect(page.locator(`datalist[id="${list}"] option[value="Uttar Pradesh"]`)).toHaveCount(1);
  // The page that lists all cities, which does not refer to any.
  await expect(page.getByText('Used on one page')).toBeVisible();
  await expect(page.getByTestId('action-publish')).toBeDisabled();
  await page
    .getByRole('button', { name: /validation/i })
    .first()
    .click();
  await expect(page.getByText('Write "Uttar Pradesh"').filter({ visible: true }).first()).toBeVisible();
});

test('lets an icon be found and chosen by its look, with the keyboard alone', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'test-icon', _type: 'service', title: 'Icon service', icon: 'star' });
  await openDocument(page, 'service', 'test-icon');
  const field = page.getByTestId('field-icon');
  await expect(field.getByText('Star', { exact: true })).toBeVisible();
  await field.getByRole('button', { name: 'Choose an icon' }).press('Enter', { timeout: 30_000 });
  const icons = field.getByRole('radiogroup', { name: 'Icons' });
  await expect(icons.getByRole('radio', { name: 'Star' })).toBeChecked();
  await expect(icons.locator('svg').nth(20)).toBeVisible();
  await expect(icons.locator('label:not(:has(svg))')).toHaveCount(0);
  await field.getByRole('textbox', { name: 'Find an icon' }).fill('chart');
  await expect(icons.getByRole('radio')).toHaveCount(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(icons.getByRole('radio', { name: 'Chart line' })).toBeChecked();
  await expect
    .poll(() => content.getDocument('drafts.test-icon'))
    .toMatchObject({ icon: 'chart-line', title: 'Icon service' });
});

test('asks before it publishes what every page shows', async ({ page, content }) => {
  const tagline = 'A tagline that waits for an answer.';
  const published = () => content.fetch('*[_id == "siteSettings"][0].tagline');
  const before = await published();
  await page.goto('/studio/structure/siteSettings');
  await textField(page, 'tagline').fill(tagline);
  await expect.poll(() => content.getDocument('drafts.siteSettings')).toMatchObject({ tagline });
  await publish(page);
  await expect(page.getByText('These settings are part of every page.')).toBeVisible();
  await page.getByTestId('confirm-popover-cancel-button').click({ timeout: 30_000 });
  expect(await published()).toBe(before);
  await publish(page);
  await page.getByTestId('confirm-popover-confirm-button').click({ timeout: 30_000 });
  await expect.poll(published).toBe(tagline);
});

test('leads the old address of a page that moves to the new one, also when it moves back', async ({
  page,
  stack,
  content,
}) => {
  const model = await content.getDocument('page-careers');
  if (!model) throw new Error('The seed has no careers page.');
  await content.createOrReplace({
    ...model,
    _id: 'test-moving',
    slug: { _type: 'slug', current: 'test-first' },
  });
  const answer = async (path: string) => {
    const { status, headers } = await fetch(`${stack.siteUrl}${path}`, { redirect: 'manual' });
    return { status, location: headers.get('location') };
  };
  const move = async (from: string, to: string) => {
    await page.getByTestId('field-slug').locator('input').fill(to);
    await expect(page.getByText(`Moves from /${from} to /${to} when it is published.`)).toBeVisible();
    await publish(page);
    await expect(page.getByText(`This page moves from /${from} to /${to}.`)).toBeVisible();
    await page.getByTestId('confirm-popover-confirm-button').click();
    await expect.poll(() => answer(`/${to}`)).toMatchObject({ status: 200 });
    await expect.poll(() => answer(`/${from}`)).toEqual({ status: 308, location: `/${to}` });
  };
  await openDocument(page, 'page', 'test-moving');
  await move('test-first', 'test-second');
  await move('test-second', 'test-third');
  await expect.poll(() => answer('/test-first')).toEqual({ status: 308, location: '/test-third' });
  await move('test-third', 'test-first');
  expect(
    await content.fetch(
      '*[_type == "redirect" && from in ["/test-first", "/test-second", "/test-third"]].to',
    ),
  ).toEqual(['/test-first', '/test-first']);
});

test('shows what each section looks like before it is added', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'test-sections', _type: 'page', title: 'Composed page' });
  await openDocument(page, 'page', 'test-sections');
  await page
    .getByTestId('field-sections')
    .getByRole('button', { name: /Add item/ })
    .click();
  const drawings = page.locator('img[src^="data:image/svg+xml"]').filter({ visible: true });
  await expect(drawings).toHaveCount(sections.filter(({ on }) => on.includes('page')).length);
  await page.getByRole('menuitem', { name: 'Questions and answers' }).click();
  await expect
    .poll(() => content.getDocument('drafts.test-sections'))
    .toMatchObject({ sections: [{ _type: 'faq' }] });
});

test('says where an article is, and lists it with the newest first', async ({ page }) => {
  await openDocument(page, 'article', 'article-how-to-read-a-tender-notice');
  await expect(page.getByText('On the site at /articles/how-to-read-a-tender-notice')).toBeVisible();
  await expect(page.getByText('Used on 2 pages')).toBeVisible();
  await page.goto('/studio/structure/article');
  const items = page.getByTestId('document-list-pane').getByRole('link');
  await expect(items.first()).toContainText('What to have ready before a bid');
});
