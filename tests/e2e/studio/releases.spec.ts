import {
  chooseAction,
  clickWithin,
  expect,
  openDocument,
  publish,
  test,
  textField,
  visit,
} from './studio.ts';

const shown =
  '*[_type == "page" && slug.current == "home"][0].sections[_type == "testimonials"][0].testimonials[]._ref';

test('a release publishes documents together, unless one of them would break a page', async ({
  page,
  content,
  stack,
}) => {
  const [first = '', second = ''] = await content.fetch<string[]>(shown);
  const quotes = {
    first: 'What the campaign says first of all.',
    second: 'What the campaign says after that.',
  };
  const home = await content.fetch<string>('*[_type == "page" && slug.current == "home"][0]._id');
  const visible = async () => {
    const html = await (await fetch(stack.siteUrl)).text();
    return Object.values(quotes).filter((text) => html.includes(text)).length;
  };

  await visit(page, '/studio/releases');
  await page.getByRole('button', { name: 'New release' }).first().click();
  await page.getByTestId('release-form-title').fill('Diwali campaign');
  await page.getByTestId('submit-release-button').click();
  // The Studio sometimes stays on the list of releases, so the release is read from the lake.
  await expect(page).toHaveURL(/\/releases\/r|perspective=r/);
  const named = '*[_type == "system.release" && metadata.title == "Diwali campaign"][0].name';
  await expect.poll(() => content.fetch(named)).toBeTruthy();
  const releaseId = await content.fetch<string>(named);

  await openDocument(page, 'testimonial', first);
  await page.getByRole('button', { name: 'Published', exact: true }).click({ button: 'right' });
  await page.getByText('Copy version to').hover();
  await page.getByRole('menuitem', { name: 'Diwali campaign' }).click();
  await expect(page.getByText('Version created')).toBeVisible();
  await textField(page, 'quote').fill(quotes.first);
  await expect
    .poll(() => content.fetch('*[_id == $id][0].quote', { id: `versions.${releaseId}.${first}` }))
    .toBe(quotes.first);
  for (const publishedId of [second, home])
    await content.createVersion({ releaseId, publishedId, baseId: publishedId });
  await content.patch(`versions.${releaseId}.${second}`).set({ quote: quotes.second }).commit();
  await content.patch(`versions.${releaseId}.${home}`).set({ 'slug.current': 'welcome' }).commit();

  await visit(page, `/studio/releases/${releaseId}`);
  const run = page.getByRole('button', { name: 'Run release' });
  await expect(page.getByText('Errors (1)')).toBeVisible();
  await expect(run).toBeDisabled();
  await visit(page, `/studio/intent/edit/id=${home};type=page/?perspective=${releaseId}`);
  await expect(page.getByText('The site would have no home page.')).toBeVisible();

  await content.patch(`versions.${releaseId}.${home}`).set({ 'slug.current': 'home' }).commit();
  await visit(page, `/studio/presentation?preview=/&perspective=${releaseId}`);
  const preview = page.frameLocator('iframe').first();
  await expect(preview.getByText(quotes.first)).toBeVisible();
  await expect(preview.getByText(quotes.second)).toBeVisible();
  await clickWithin(page.getByTestId('global-perspective-menu-button'), page.getByTestId('release-drafts'));
  await expect(preview.getByText(quotes.first)).toBeHidden();

  await visit(page, `/studio/releases/${releaseId}`);
  await expect(run).toBeEnabled();
  expect(await visible()).toBe(0);
  await clickWithin(run, page.getByTestId('confirm-button'));
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const number = await visible();
      seen.add(number);
      return number;
    })
    .toBe(2);
  expect(seen, 'one went live before the other').not.toContain(1);
});

test('a scheduled change is published at its time', async ({ page, content, stack }) => {
  const [, , id = ''] = await content.fetch<string[]>(shown);
  const quote = 'We read it on the morning that was agreed.';
  await openDocument(page, 'testimonial', id);
  await textField(page, 'quote').fill(quote);
  await chooseAction(page, 'Schedule publish');
  const time = page.getByRole('dialog').getByTestId('date-input');
  await time.fill('Jan 5, 2031 09:00');
  await time.press('Enter');
  await page.getByTestId('confirm-button').click();
  const scheduled = '*[_type == "system.release" && state == "scheduled"][0]{name, publishAt}';
  await expect
    .poll(() => content.fetch(scheduled))
    .toMatchObject({ publishAt: expect.stringContaining('2031-01-05') });
  await expect(textField(page, 'quote')).toHaveValue(quote);

  expect((await (await fetch(stack.siteUrl)).text()).includes(quote)).toBe(false);
  const { name } = await content.fetch<{ name: string }>(scheduled);
  await content.releases.unschedule({ releaseId: name });
  await content.releases.schedule({
    releaseId: name,
    publishAt: new Date(Date.now() + 1000).toISOString(),
  });
  await expect.poll(async () => (await (await fetch(stack.siteUrl)).text()).includes(quote)).toBe(true);
});

test('a schedule keeps changes published since, and asks about conflicts', async ({
  page,
  content,
  stack,
}) => {
  const [id = ''] = await content.fetch<string[]>(shown);
  const releaseId = 'rMeanwhile';
  const versionId = `versions.${releaseId}.${id}`;
  const publishAt = '2031-01-05T09:00:00.000Z';
  await content.releases.create({
    releaseId,
    metadata: { title: 'Diwali', releaseType: 'scheduled', intendedPublishAt: publishAt },
  });
  await content.createVersion({ releaseId, publishedId: id, baseId: id });
  await content.patch(versionId).set({ quote: 'What the release says.' }).commit();
  await content.releases.schedule({ releaseId, publishAt });
  const colleague = stack.client('editor', { perspective: 'raw' });
  const publishes = async (fields: object) => {
    const action = {
      actionType: 'sanity.action.document.edit',
      draftId: `drafts.${id}`,
      publishedId: id,
    } as const;
    await colleague.action({ ...action, patch: { set: fields } });
    await colleague.action({ ...action, actionType: 'sanity.action.document.publish' });
  };
  await publishes({ role: 'A new role' });
  expect(await content.getDocument(versionId)).toMatchObject({ role: 'A new role' });
  await publishes({ quote: 'What a colleague says.' });

  // Its own page says "could not be found" until the Studio has heard of it.
  await visit(page, '/studio/releases');
  await page.getByRole('row').filter({ hasText: 'Diwali' }).getByText('Diwali', { exact: true }).click();
  await expect(page.getByText('Paused: it will not be published automatically').first()).toBeVisible();
  await expect(page.getByText('Failed to schedule')).toHaveCount(0);
  await visit(page, '/studio/start');
  const row = page.getByRole('listitem').filter({ hasText: 'Diwali is paused' });
  await expect(row).toContainText('another text was published');
  await row.getByRole('link').click();
  await expect(
    page.getByRole('status').filter({ hasText: /^test editor published a change to Quote/ }),
  ).toBeVisible();
  await chooseAction(page, 'Merge published changes');
  const dialog = page.getByRole('dialog', { name: 'Choose which text to keep' });
  await expect(dialog.getByText('Published: … a colleague says.')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'This version: … the release says.' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => content.releases.get({ releaseId })).not.toHaveProperty('error');
  await content.releases.schedule({ releaseId, publishAt: new Date(Date.now() + 500).toISOString() });
  await expect
    .poll(() => content.getDocument(id))
    .toMatchObject({ role: 'A new role', quote: 'What the release says.' });
});

test('publishing a draft warns if a release has published another text', async ({ page, content }) => {
  const [, id = ''] = await content.fetch<string[]>(shown);
  const releaseId = 'rBefore';
  await content.releases.create({ releaseId, metadata: { title: 'Before', releaseType: 'asap' } });
  await content.createVersion({ releaseId, publishedId: id, baseId: id });
  await content
    .patch(`versions.${releaseId}.${id}`)
    .set({ quote: 'Released.', role: 'Released role' })
    .commit();
  await openDocument(page, 'testimonial', id);
  await textField(page, 'quote').fill('Text of the draft.');
  await expect.poll(() => content.getDocument(`drafts.${id}`)).toMatchObject({ quote: 'Text of the draft.' });
  await content.releases.publish({ releaseId });
  await expect(textField(page, 'role')).toHaveValue('Released role');
  await expect(textField(page, 'quote')).toHaveValue('Text of the draft.');
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(/^test administrator published other changes on .* your changes replace them here/),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Quote' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect
    .poll(() => content.getDocument(id))
    .toMatchObject({ quote: 'Text of the draft.', role: 'Released role' });
});

test('scheduling keeps what a colleague types while its dialog is open', async ({ page, content }) => {
  const [id = ''] = await content.fetch<string[]>(shown);
  await openDocument(page, 'testimonial', id);
  await textField(page, 'quote').fill('Text of the draft.');
  await expect.poll(() => content.getDocument(`drafts.${id}`)).toMatchObject({ quote: 'Text of the draft.' });
  await content.patch(id).set({ quote: 'Published meanwhile.' }).commit();
  await chooseAction(page, 'Schedule publish');
  const dialog = page.getByRole('dialog', { name: 'Before you publish' });
  await expect(dialog).toContainText('your changes replace them here');
  await content.patch(`drafts.${id}`).set({ role: 'Typed by a colleague' }).commit();
  await expect(textField(page, 'role')).toHaveValue('Typed by a colleague');
  await dialog.getByRole('button', { name: 'Choose a time' }).click();
  await expect(page.getByRole('dialog').getByTestId('date-input')).toBeVisible();
  expect(await content.getDocument(`drafts.${id}`)).toMatchObject({
    quote: 'Text of the draft.',
    role: 'Typed by a colleague',
  });
});

test('publishing one field warns before scheduled text of another goes out', async ({ page, content }) => {
  const [id = ''] = await content.fetch<string[]>(shown);
  const releaseId = 'rLater';
  const publishAt = '2031-01-05T09:00:00.000Z';
  const before = await content.getDocument(id);
  const quote = 'Words for the fifth of January.';
  await content.create({ ...before, _id: `drafts.${id}`, _type: 'testimonial', quote });
  await content.releases.create({
    releaseId,
    metadata: { title: 'Later', releaseType: 'scheduled', intendedPublishAt: publishAt },
  });
  await content.createVersion({ releaseId, publishedId: id, baseId: `drafts.${id}` });
  await content.releases.schedule({ releaseId, publishAt });
  await openDocument(page, 'testimonial', id);
  await textField(page, 'role').fill('Another role');
  await expect.poll(() => content.getDocument(`drafts.${id}`)).toMatchObject({ role: 'Another role' });
  await publish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^test administrator scheduled these changes .* 5 Jan 2031/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Quote' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await content.getDocument(id))?.quote).not.toBe(quote);
});

test('a scheduled move of a page without a redirect is refused', async ({ page, content }) => {
  const about = await content.fetch<{ _id: string }>('*[_type == "page" && slug.current == "about"][0]');
  await content.create({
    ...about,
    _id: `drafts.${about._id}`,
    _type: 'page',
    slug: { _type: 'slug', current: 'who-we-are' },
  });
  await openDocument(page, 'page', about._id);
  await chooseAction(page, 'Schedule publish');
  await expect(page.getByText('This page would move from /about to /who-we-are')).toBeVisible();
  await expect(page.getByTestId('date-input')).toBeHidden();
});
