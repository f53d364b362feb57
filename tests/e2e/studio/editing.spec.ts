import {
  chooseAction,
  expect,
  openDocument,
  publish,
  signIn,
  test,
  testimonial,
  textField,
  visit,
} from './studio.ts';

test.describe('signing in', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('takes one click and a hundred files at most, and lasts over a reload', async ({ page, stack }) => {
    await signIn(page, stack);
    const files = new Set<string>();
    page.on('request', (request) => files.add(new URL(request.url()).pathname));
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    expect(page.url()).toContain('/studio/start');
    const ofTheProgram = [...files].filter((file) => file.startsWith('/studio/static/'));
    expect(ofTheProgram.length).toBeLessThanOrEqual(100);
  });
});

test('lists all content, and city pages by state', async ({ page, content }) => {
  await content.createOrReplace({
    _id: 'test-city',
    _type: 'cityPage',
    name: 'Testnagar',
    state: 'Teststate',
  });
  await visit(page, '/studio/structure');
  const list = page.getByTestId('structure-tool-list-pane').first();
  for (const title of [
    'Pages',
    'City pages',
    'Text shared by city pages',
    'Services',
    'Testimonials',
    'Job openings',
    'Policies',
    'Redirects',
    'Site settings',
  ])
    await expect(list.getByTestId(`pane-item-${title}`)).toBeVisible();
  await list.getByTestId('pane-item-City pages').click();
  await page.getByTestId('pane-item-Teststate (1)').click();
  await expect(page.getByTestId('document-list-pane').getByText('Testnagar')).toBeVisible();

  await content.createOrReplace({
    _id: 'test-city-2',
    _type: 'cityPage',
    name: 'Testpur',
    state: 'Teststate',
  });
  await expect(page.getByTestId('pane-item-Teststate (2)')).toBeVisible();
});

test('creates, edits and publishes a document', async ({ page, content }) => {
  await visit(page, '/studio/structure/testimonial');
  await page.getByTestId('action-intent-button').click();
  await textField(page, 'quote').fill('The figures were right to the rupee.');
  await textField(page, 'person').fill('Asha Rao');
  const query = '*[_type == "testimonial" && person == $person && role == $role]{_id, quote}';
  await textField(page, 'role').fill('Founder, Rao Mills');
  const found = () => content.fetch(query, { person: 'Asha Rao', role: 'Founder, Rao Mills' });
  await expect
    .poll(found)
    .toEqual([{ _id: expect.stringMatching(/^drafts\./), quote: 'The figures were right to the rupee.' }]);

  await publish(page);
  await expect
    .poll(found)
    .toEqual([
      { _id: expect.not.stringMatching(/^drafts\./), quote: 'The figures were right to the rupee.' },
    ]);
  await expect(page.getByTestId('document-list-pane').getByText('Asha Rao')).toBeVisible();
});

test('refuses to publish an invalid document, and says why', async ({ page, content }) => {
  await content.createOrReplace({ ...testimonial('drafts.test-invalid', 'No Role'), role: undefined });
  await openDocument(page, 'testimonial', 'test-invalid');
  await publish(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Role' }).click();
  await expect(textField(page, 'role')).toBeFocused();
  await textField(page, 'role').fill('Director');
  await publish(page);
  await expect.poll(() => content.getDocument('test-invalid')).toMatchObject({ role: 'Director' });
});

test('discards a change', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-discard', 'Vikram Shah'));
  await openDocument(page, 'testimonial', 'test-discard');
  await textField(page, 'role').fill('Somebody else');
  await expect
    .poll(() => content.getDocument('drafts.test-discard'))
    .toMatchObject({ role: 'Somebody else' });
  await chooseAction(page, 'Discard changes');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => content.getDocument('drafts.test-discard')).toBeUndefined();
  await expect(textField(page, 'role')).toHaveValue('Director, test works');
});

test('duplicates', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-twice', 'Twice Person'));
  await openDocument(page, 'testimonial', 'test-twice');
  await chooseAction(page, 'Duplicate');
  await expect
    .poll(() => content.fetch('*[person == "Twice Person"] | order(_id desc) {_id, quote}'))
    .toEqual([
      { _id: 'test-twice', quote: 'They said what they would do, and then did it.' },
      {
        _id: expect.stringMatching(/^drafts\./),
        quote: 'They said what they would do, and then did it.',
      },
    ]);
});

test('unpublishes a document, then deletes its draft', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-withdrawn', 'Anita Nair'));
  await openDocument(page, 'testimonial', 'test-withdrawn');
  await page.getByTestId('document-header-Published-chip').click();
  await chooseAction(page, 'Unpublish');
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect.poll(() => content.getDocument('test-withdrawn')).toBeUndefined();
  expect(await content.getDocument('drafts.test-withdrawn')).toMatchObject({ person: 'Anita Nair' });

  await page.getByTestId('document-header-Draft-chip').click();
  await expect(textField(page, 'person')).toHaveValue('Anita Nair');
  await chooseAction(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => content.getDocument('drafts.test-withdrawn')).toBeUndefined();

  await visit(page, '/studio/structure/trash');
  const entry = page.getByRole('listitem').filter({ hasText: 'Anita Nair' });
  await entry.getByRole('button', { name: 'Delete permanently' }).click();
  await entry.getByRole('button', { name: 'Yes, delete permanently' }).click();
  await expect(entry).toBeHidden();
  expect(await content.fetch('count(*[_type == "trashedDocument"])')).toBe(0);
});

test('refuses to delete a document that a page shows', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-shown', 'Shown Person'));
  await content.createOrReplace({
    _id: 'test-page',
    _type: 'page',
    title: 'Page with a testimonial',
    slug: { _type: 'slug', current: 'test-page' },
    sections: [
      {
        _key: 'a',
        _type: 'testimonials',
        testimonials: [{ _key: 'b', _type: 'reference', _ref: 'test-shown' }],
      },
    ],
  });
  await openDocument(page, 'testimonial', 'test-shown');
  await expect(page.getByText('Used on one page')).toBeVisible();
  await chooseAction(page, 'Delete');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Page with a testimonial' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: /Delete/ })).toHaveCount(0);
  expect(await content.getDocument('test-shown')).toMatchObject({ person: 'Shown Person' });
});

test('offers no second singleton', async ({ page }) => {
  await visit(page, '/studio/structure/siteSettings');
  await expect(page.getByTestId('form-view')).toBeVisible();
  await expect(textField(page, 'agencyName')).toBeVisible();
  const menu = page.getByTestId('action-menu-button');
  if (await menu.isVisible()) {
    await menu.click();
    for (const action of ['Duplicate', 'Delete', 'Unpublish'])
      await expect(page.getByTestId(`action-${action}`)).toBeHidden();
    await page.keyboard.press('Escape');
  }
  await page.getByTestId('new-document-button').click();
  await expect(page.getByTestId('create-new-page')).toBeVisible();
  await expect(page.getByText('City page template')).toBeHidden();
  await expect(page.getByTestId('create-new-siteSettings')).toBeHidden();
});
