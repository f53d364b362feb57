import { chooseAction, expect, openDocument, test, visit } from './studio.ts';

test('shows a draft in the preview while the site shows what is published', async ({
  page,
  content,
  request,
}) => {
  const about = await content.fetch<{ _id: string; _type: string; sections: { heading: string }[] }>(
    '*[_type == "page" && slug.current == "about" && !(_id in path("drafts.**"))][0]',
  );
  const [first, ...others] = about.sections;
  const heading = 'Read by editors before anybody else';
  await content.createOrReplace({
    ...about,
    _id: `drafts.${about._id}`,
    sections: [{ ...first, heading }, ...others],
  });

  await visit(page, '/studio/presentation?preview=/about');
  const preview = page.frameLocator('iframe').first();
  await expect(preview.getByRole('heading', { name: heading })).toBeVisible();
  expect(await (await request.get('/about')).text()).not.toContain(heading);

  await content
    .patch(`drafts.${about._id}`)
    .set({ 'sections[0].heading': 'Changed while the preview was open' })
    .commit();
  await expect(preview.getByRole('heading', { name: 'Changed while the preview was open' })).toBeVisible();
});

test('a link shows one page to a guest until it is revoked', async ({ page, browser, baseURL, content }) => {
  const published = await content.getDocument('page-contact');
  const [first, ...others] = published?.sections ?? [];
  const heading = 'Read by a guest before anybody else';
  const sections = [{ ...first, heading }, ...others];
  await content.createOrReplace({ ...published, _id: 'drafts.page-contact', _type: 'page', sections });
  await openDocument(page, 'page', 'page-contact');
  const address = page.getByText(/\/api\/draft-mode\/enable\?share=/);
  await chooseAction(page, 'Share preview', address);
  const link = await address.textContent();

  const nobody = { storageState: { cookies: [], origins: [] }, ...(baseURL ? { baseURL } : {}) };
  const guest = await (await browser.newContext(nobody)).newPage();
  const stream = guest.waitForResponse((response) => response.url().endsWith('/draft-mode/events'));
  await guest.goto(link ?? '');
  await expect(guest.getByRole('heading', { name: heading })).toBeVisible();
  await expect(guest.getByText(/^Draft preview until .*End preview$/)).toBeVisible();
  await stream;
  await chooseAction(page, 'Stop sharing', page.getByText('The preview links of this page no longer work'));
  await expect(guest.getByRole('heading', { name: heading })).toBeHidden();
  const later = await guest.context().newPage();
  await later.goto(link ?? '');
  await expect(later.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  await guest.context().close();
});
