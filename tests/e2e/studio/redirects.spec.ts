import { expect, openDocument, test, textField } from './studio.ts';

const redirect = (from: string, to: string) => ({ _type: 'redirect', from, to, permanent: true });

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
  // As long as the check waits, the click has no effect that `publish` could see.
  await page.getByTestId('action-publish').click();
  goOn();
  await expect(page.getByRole('alert').filter({ hasText: 'marked in red' })).toBeVisible();
  expect(await content.getDocument('redirect-there')).toBeUndefined();
});
