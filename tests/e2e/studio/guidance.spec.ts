import type { Stack } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';
import { chooseAction, expect, openDocument, publish, test, textField, visit } from './studio.ts';

/** The site's status and redirect at a path. */
async function responseOf(stack: Stack, path: string) {
  const { status, headers } = await fetch(`${stack.siteUrl}${path}`, { redirect: 'manual' });
  return { status, location: headers.get('location') };
}

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
  await dialog.getByRole('button', { name: 'Summary' }).click();
  await expect(summary).toBeFocused();
  await summary.fill('We always look twice. You get a report.');
  await publish(page);
  await expect
    .poll(() => content.getDocument('test-promise'))
    .toMatchObject({ summary: 'We always look twice. You get a report.' });
});

test('redirects the old address of a moved page, also after it moves back', async ({
  page,
  stack,
  content,
}) => {
  const slug = { _type: 'slug', current: 'test-first' };
  const model = await content.getDocument('page-careers');
  await content.createOrReplace({ ...model, _id: 'test-moving', _type: 'page', slug });
  const move = async (from: string, to: string) => {
    await page.getByTestId('field-slug').locator('input').fill(to);
    await expect(page.getByText(`Moves from /${from} to /${to} when it is published.`)).toBeVisible();
    await publish(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Publish and redirect' }).click();
    await expect.poll(() => responseOf(stack, `/${to}`)).toMatchObject({ status: 200 });
    await expect.poll(() => responseOf(stack, `/${from}`)).toEqual({ status: 308, location: `/${to}` });
  };
  await openDocument(page, 'page', 'test-moving');
  await move('test-first', 'test-second');
  await move('test-second', 'test-first');
});

test('finds the place of a new city, and compares its text', async ({ page, content }) => {
  const { insight } = await content.fetch('*[_id == "cityPage-delhi"][0]{insight}');
  await visit(page, '/studio/intent/create/template=cityPage;type=cityPage/');
  await textField(page, 'name').fill('Ujjain');
  await page.getByTestId('field-location').getByRole('button', { name: 'Find place' }).click();
  const state = textField(page, 'state');
  await expect(state).toHaveValue('Madhya Pradesh');
  const known = `datalist[id="${await state.getAttribute('list')}"] option[value="Uttar Pradesh"]`;
  await expect(page.locator(known)).toHaveCount(1);
  await expect(page.getByTestId('field-slug').locator('input')).toHaveValue('ujjain');
  const draft = () => content.fetch<string>('*[_type == "cityPage" && name == "Ujjain"][0]._id');
  await expect.poll(draft).toMatch(/^drafts\./);
  const facts = [{ _key: 'a', _type: 'cityFact', term: 'Main trades', detail: 'Tests' }];
  await content
    .patch(await draft())
    .set({ insight, facts })
    .commit();
  await expect(page.getByTestId('field-insight').getByText('Delhi shops by market')).toBeVisible();
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^9\d% of this text is also on the page of Delhi/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(draft).not.toMatch(/^drafts\./);
  expect(await content.getDocument(await draft())).toMatchObject({ location: { lat: 23.18, lng: 75.78 } });
});

test('redirects visitors of a deleted page, and restores it from the trash', async ({
  page,
  stack,
  content,
}) => {
  const slug = { _type: 'slug', current: 'test-gone' };
  const path = '/seo-services-test-gone';
  const model = await content.getDocument('cityPage-delhi');
  await content.createOrReplace({ ...model, _id: 'test-gone', _type: 'cityPage', name: 'Gonenagar', slug });
  const earlier = { from: '/seo-services-test-before', to: path, permanent: true };
  await content.createOrReplace({ _id: 'test-gone-before', _type: 'redirect', ...earlier });
  await expect.poll(() => responseOf(stack, path)).toMatchObject({ status: 200 });
  await openDocument(page, 'cityPage', 'test-gone');
  await chooseAction(page, 'Delete');
  const dialog = page.getByRole('dialog');
  const target = dialog.getByRole('combobox', { name: 'Where should visitors' });
  await expect(target).toHaveValue('/seo-locations');
  await target.fill('/nowhere');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await target.fill('/about');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('“Gonenagar” is in the trash')).toBeVisible();
  await expect(page.getByTestId('form-view')).toBeHidden();
  for (const from of [path, earlier.from])
    await expect.poll(() => responseOf(stack, from)).toEqual({ status: 308, location: '/about' });

  await visit(page, '/studio/structure/trash');
  const entry = page.getByRole('listitem').filter({ hasText: 'Gonenagar' });
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => content.getDocument('drafts.test-gone')).toMatchObject({ name: 'Gonenagar', slug });
  await expect(textField(page, 'name')).toHaveValue('Gonenagar');
  await publish(page);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => responseOf(stack, path)).toMatchObject({ status: 200 });
  expect(await content.fetch('*[from == $path]', { path })).toEqual([]);

  await chooseAction(page, 'Delete');
  await target.fill('');
  await expect(dialog.getByText('Visitors will see “Page not found”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => responseOf(stack, path)).toMatchObject({ status: 404 });
});
