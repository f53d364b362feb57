import { expect, openDocument, publish, test, textField, visit } from './studio.ts';

const redirect = (from: string, to: string) => ({ _type: 'redirect', from, to, permanent: true });

test('a redirect that cannot work is refused with a reason', async ({ page, content }) => {
  await content.create({ _id: 'redirect-back', ...redirect('/loop-b', '/loop-a') });
  await content.create({ _id: 'drafts.redirect-there', ...redirect('/loop-a', '/loop-b') });
  // That its draft will stand elsewhere does not take the page from where it is.
  const about = await content.getDocument('page-about');
  await content.create({
    ...about,
    _id: 'drafts.page-about',
    _type: 'page',
    slug: { _type: 'slug', current: 'us' },
  });
  await openDocument(page, 'redirect', 'redirect-there');
  const dialog = page.getByRole('dialog');
  for (const [from, to, message] of [
    ['/loop-a', '/loop-b', 'Loop: /loop-b redirects back to /loop-a.'],
    ['/about', '/contact', '/about is an existing page'],
    ['/loop-b', '/contact', '/loop-b already redirects to /loop-a.'],
    ['/old', '/loop-b', 'Chain: /loop-b already redirects to /loop-a.'],
    ['/loop-a', '/contact', 'Chain: /loop-b redirects to /loop-a.'],
  ] as const) {
    await textField(page, 'from').fill(from);
    await textField(page, 'to').fill(to);
    await expect.poll(() => content.getDocument('drafts.redirect-there')).toMatchObject({ from, to });
    await publish(page);
    await expect(dialog.getByText(message)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Publish' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  }
  await textField(page, 'from').fill('/old');
  await publish(page);
  await expect
    .poll(() => content.getDocument('redirect-there'))
    .toMatchObject({ from: '/old', to: '/contact' });
});

test('the published draft is checked, even if it changed during the first check', async ({
  page,
  content,
}) => {
  await content.create({ _id: 'redirect-back', ...redirect('/loop-b', '/loop-a') });
  await content.create({ _id: 'drafts.redirect-there', ...redirect('/old', '/contact') });
  await openDocument(page, 'redirect', 'redirect-there');
  await expect(page.getByTestId('action-publish')).toBeEnabled();
  const { promise: isChanged, resolve: goOn } = Promise.withResolvers<void>();
  let checks = 0;
  await page.route(
    ({ href }) => decodeURIComponent(href).includes('defined(from)'),
    async (route) => {
      checks += 1;
      await isChanged;
      await route.continue();
    },
  );
  await textField(page, 'from').fill('/older');
  await expect.poll(() => checks).toBeGreaterThan(0);
  await textField(page, 'to').fill('/loop-b');
  await expect
    .poll(() => content.getDocument('drafts.redirect-there'))
    .toMatchObject({ from: '/older', to: '/loop-b' });
  await publish(page);
  goOn();
  await expect(
    page.getByRole('dialog').getByText('Chain: /loop-b already redirects to /loop-a.'),
  ).toBeVisible();
});

test('a release whose redirects lead to each other does not run', async ({ page, content }) => {
  const releaseId = 'rLoop';
  await content.releases.create({ releaseId, metadata: { title: 'Loop', releaseType: 'asap' } });
  for (const [from, to] of [
    ['/loop-a', '/loop-b'],
    ['/loop-b', '/loop-a'],
  ] as const) {
    const publishedId = `redirect${from.slice(1)}`;
    const document = { _id: `versions.${releaseId}.${publishedId}`, ...redirect(from, to) };
    await content.createVersion({ releaseId, publishedId, document });
  }
  await visit(page, `/studio/releases/${releaseId}`);
  await expect(page.getByText('Errors (2)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run release' })).toBeDisabled();
  await visit(page, `/studio/intent/edit/id=redirectloop-a;type=redirect/?perspective=${releaseId}`);
  await expect(page.getByText('Loop: /loop-b redirects back to /loop-a.')).toBeVisible();
});
