import { sections } from '#schemas/sections/index.ts';
import type { Stack } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';
import { chooseAction, expect, openDocument, publish, test, textField, visit } from './studio.ts';

/** The site's status and redirect at a path. */
async function responseOf(stack: Stack, path: string) {
  const { status, headers } = await fetch(`${stack.siteUrl}${path}`, { redirect: 'manual' });
  return { status, location: headers.get('location') };
}

test('suggests existing states, and warns about a new one', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'drafts.test-state', _type: 'cityPage', name: 'Agra', state: 'UP' });
  await openDocument(page, 'cityPage', 'test-state');
  const state = textField(page, 'state');
  await expect(state).toHaveValue('UP');
  const list = await state.getAttribute('list');
  await expect(page.locator(`datalist[id="${list}"] option[value="Uttar Pradesh"]`)).toHaveCount(1);
  // The page that lists all cities, which does not refer to any.
  await expect(page.getByText('Used on one page')).toBeVisible();
  await publish(page);
  await expect(page.getByRole('dialog').getByText(/^Enter "Uttar Pradesh"/)).toBeVisible();
});

test('finds and chooses an icon with the keyboard alone', async ({ page, content }) => {
  await content.createOrReplace({ _id: 'test-icon', _type: 'service', title: 'Icon service', icon: 'star' });
  await openDocument(page, 'service', 'test-icon');
  const field = page.getByTestId('field-icon');
  await expect(field.getByText('Star', { exact: true })).toBeVisible();
  const choose = field.getByRole('button', { name: 'Choose an icon' });
  const icons = field.getByRole('radiogroup', { name: 'Icons' });
  // As in `clickWithin`.
  await expect(async () => {
    if (!(await icons.isVisible())) await choose.press('Enter', { timeout: timeouts.attempt });
    await expect(icons.getByRole('radio', { name: 'Star' })).toBeChecked({ timeout: timeouts.attempt });
  }).toPass();
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

test('asks before it publishes a change to every page', async ({ page, content }) => {
  const tagline = 'A tagline that waits for confirmation.';
  const published = () => content.fetch('*[_id == "siteSettings"][0].tagline');
  const before = await published();
  await visit(page, '/studio/structure/siteSettings');
  await textField(page, 'tagline').fill(tagline);
  await expect.poll(() => content.getDocument('drafts.siteSettings')).toMatchObject({ tagline });
  await publish(page);
  await expect(page.getByText('These settings are part of every page.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await published()).toBe(before);
  await publish(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(published).toBe(tagline);
});

test('names new promises without evidence, and opens their field', async ({ page, content }) => {
  await content.createOrReplace({
    _id: 'test-promise',
    _type: 'service',
    title: 'Audit',
    icon: 'star',
    summary: 'We always look twice.',
    features: ['A written report'],
    order: 1,
  });
  await openDocument(page, 'service', 'test-promise');
  const summary = textField(page, 'summary');
  await summary.fill('We always look twice. You get the report within 3 days.');
  await publish(page);
  const dialog = page.getByRole('dialog', { name: 'Before you publish' });
  await expect(dialog).toContainText('under Promises in texts: “You get the report within 3 days.”');
  await expect(dialog).not.toContainText('look twice');
  await dialog.getByRole('button', { name: 'Summary' }).click();
  await expect(summary).toBeFocused();
  await summary.fill('We always look twice. You get a report.');
  await publish(page);
  await expect
    .poll(() => content.getDocument('test-promise'))
    .toMatchObject({ summary: 'We always look twice. You get a report.' });
});

test('warns about an empty heading in a text', async ({ page, content }) => {
  const block = (_key: string, style: string, text: string) => ({
    _key,
    _type: 'block',
    style,
    children: [{ _key: 'a', _type: 'span', text }],
  });
  const body = [block('a', 'h2', 'Read the notice'), block('b', 'h2', ' ')];
  await content.createOrReplace({ _id: 'drafts.test-heading', _type: 'article', title: 'Tenders', body });
  await openDocument(page, 'article', 'test-heading');
  await page.getByRole('button', { name: 'Validation' }).click();
  const warning = page.getByText('This heading is empty. Type the heading, or delete the line.');
  await expect(warning.filter({ visible: true })).toHaveCount(1);
});

test('redirects the old address of a moved page, also after it moves back', async ({
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
  const move = async (from: string, to: string) => {
    await page.getByTestId('field-slug').locator('input').fill(to);
    await expect(page.getByText(`Moves from /${from} to /${to} when it is published.`)).toBeVisible();
    await publish(page);
    await expect(page.getByText(`This page moves from /${from} to /${to}.`)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish and redirect' }).click();
    await expect.poll(() => responseOf(stack, `/${to}`)).toMatchObject({ status: 200 });
    await expect.poll(() => responseOf(stack, `/${from}`)).toEqual({ status: 308, location: `/${to}` });
  };
  await openDocument(page, 'page', 'test-moving');
  await move('test-first', 'test-second');
  await move('test-second', 'test-third');
  await expect.poll(() => responseOf(stack, '/test-first')).toEqual({ status: 308, location: '/test-third' });
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

test('shows the address of an article, and lists the newest first', async ({ page }) => {
  await openDocument(page, 'article', 'article-how-to-read-a-tender-notice');
  await expect(page.getByText('On the site at /articles/how-to-read-a-tender-notice')).toBeVisible();
  await expect(page.getByText(/^Used on \d+ pages$/)).toBeVisible();
  await visit(page, '/studio/structure/article');
  const items = page.getByTestId('document-list-pane').getByRole('link').filter({ hasNotText: 'test-' });
  await expect(items.first()).toContainText('What to have ready before a bid');
});

test('keeps the home page at its address, and opens the field', async ({ page, content }) => {
  await openDocument(page, 'page', 'page-home');
  const address = page.getByTestId('field-slug').locator('input');
  await address.fill('welcome');
  await expect(page.getByText('Moves from / to /welcome')).toBeHidden();
  await expect(page.getByText('The home page must stay at “/”')).toBeVisible();
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/would have no home page/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Address' }).click();
  await expect(address).toBeFocused();
  expect(await content.getDocument('page-home')).toMatchObject({ slug: { current: 'home' } });
  await content.delete('drafts.page-home');
  await openDocument(page, 'page', 'page-home');
  await chooseAction(page, 'Delete');
  await expect(dialog.getByText(/would have no home page/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
});

test('publishes a new city without search texts, and compares its text', async ({ page, content }) => {
  const { insight } = await content.fetch('*[_id == "cityPage-delhi"][0]{insight}');
  await visit(page, '/studio/intent/create/template=cityPage;type=cityPage/');
  await textField(page, 'name').fill('Ujjain');
  await page.getByTestId('field-location').getByRole('button', { name: 'Find place' }).click();
  await expect(textField(page, 'state')).toHaveValue('Madhya Pradesh');
  await expect(page.getByTestId('field-slug').locator('input')).toHaveValue('ujjain');
  const draft = () => content.fetch<string>('*[_type == "cityPage" && name == "Ujjain"][0]._id');
  await expect.poll(draft).toMatch(/^drafts\./);
  await content
    .patch(await draft())
    .set({
      insight,
      facts: [{ _key: 'a', _type: 'cityFact', term: 'Main trades', detail: 'Tests' }],
    })
    .commit();
  await expect(page.getByTestId('field-insight').getByText('Delhi shops by market')).toBeVisible();
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^9\d% of this text is also on the page of Delhi/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(draft).not.toMatch(/^drafts\./);
  expect(await content.getDocument(await draft())).toMatchObject({ location: { lat: 23.18, lng: 75.78 } });
});

test('refuses to remove a figure that pages use', async ({ page, content }) => {
  const settings = await content.getDocument('siteSettings');
  const figures: { key: string }[] = settings?.figures;
  await content.createOrReplace({
    ...settings,
    _id: 'drafts.siteSettings',
    _type: 'siteSettings',
    figures: figures.filter(({ key }) => key !== 'retention'),
  });
  await openDocument(page, 'siteSettings', 'siteSettings');
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^These documents use {retention}/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'About', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Business figures' }).click();
  await expect(page.getByTestId('field-figures')).toBeVisible();
  expect(await content.fetch('"retention" in *[_id == "siteSettings"][0].figures[].key')).toBe(true);
});

test('redirects visitors of a deleted page, and restores it from the trash', async ({
  page,
  stack,
  content,
}) => {
  const model = await content.getDocument('cityPage-delhi');
  if (!model) throw new Error('The seed has no Delhi.');
  const slug = { _type: 'slug', current: 'test-gone' };
  await content.createOrReplace({ ...model, _id: 'test-gone', name: 'Gonenagar', slug });
  await content.createOrReplace({
    _id: 'test-gone-before',
    _type: 'redirect',
    from: '/seo-services-test-before',
    to: '/seo-services-test-gone',
    permanent: true,
  });
  await expect.poll(() => responseOf(stack, '/seo-services-test-gone')).toMatchObject({ status: 200 });
  await openDocument(page, 'cityPage', 'test-gone');
  await chooseAction(page, 'Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('/seo-services-test-gone', { exact: false }).first()).toBeVisible();
  const target = dialog.getByRole('combobox', { name: 'Where should visitors' });
  await expect(target).toHaveValue('/seo-locations');
  await target.fill('/nowhere');
  await expect(dialog.getByText('There is no page at /nowhere')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await target.fill('/about');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('“Gonenagar” is in the trash')).toBeVisible();
  await expect(page.getByTestId('form-view')).toBeHidden();
  const led = { status: 308, location: '/about' };
  await expect.poll(() => responseOf(stack, '/seo-services-test-gone')).toEqual(led);
  await expect.poll(() => responseOf(stack, '/seo-services-test-before')).toEqual(led);
  expect(
    await content.fetch('*[_type == "redirect" && from match "seo-services-test*" && to != "/about"]'),
  ).toEqual([]);

  await visit(page, '/studio/structure/trash');
  const entry = page.getByRole('listitem').filter({ hasText: 'Gonenagar' });
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => content.getDocument('drafts.test-gone')).toMatchObject({ name: 'Gonenagar', slug });
  await expect(textField(page, 'name')).toHaveValue('Gonenagar');
  await publish(page);
  await expect(dialog.getByText(/redirect .* will be deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => responseOf(stack, '/seo-services-test-gone')).toMatchObject({ status: 200 });
  expect(await content.fetch('*[from == "/seo-services-test-gone"]')).toEqual([]);

  await chooseAction(page, 'Delete');
  await target.fill('');
  await expect(dialog.getByText('Visitors will see “Page not found”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => responseOf(stack, '/seo-services-test-gone')).toMatchObject({ status: 404 });
});
