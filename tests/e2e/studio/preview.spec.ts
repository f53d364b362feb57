import { expect, test } from './studio.ts';

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

  await page.goto('/studio/presentation?preview=/about');
  const preview = page.frameLocator('iframe').first();
  await expect(preview.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page.getByTestId('document-panel-document-title')).toContainText('About');
  expect(await (await request.get('/about')).text()).not.toContain(heading);

  await content
    .patch(`drafts.${about._id}`)
    .set({ 'sections[0].heading': 'Changed while the preview was open' })
    .commit();
  await expect(preview.getByRole('heading', { name: 'Changed while the preview was open' })).toBeVisible();
  await content.delete(`drafts.${about._id}`);
});
