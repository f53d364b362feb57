import type { Page } from '@playwright/test';
import { editPath } from '#schemas/paths.ts';
import { runStaffCommand } from '../../integration/accounts/visitor.ts';
import { timeouts } from '../../support/timeouts.ts';
import { inStudio } from './staff.ts';
import { expect, openDocument, publish, test, testimonial, textField, visit } from './studio.ts';

const givenBack = (page: Page) => page.getByText(/^Your changes from .* were not saved/);

test('text that a field cannot read blocks publishing', async ({ page, content }) => {
  const id = 'jobOpening-content-writer';
  const opening = await content.getDocument(id);
  await content.createOrReplace({
    ...opening,
    _id: `drafts.${id}`,
    _type: 'jobOpening',
    location: 'Noida',
  });
  await openDocument(page, 'jobOpening', id);
  const cannotPublish = () => expect(page.getByTestId('action-publish')).toBeDisabled();

  await test.step('a keyword before Enter', async () => {
    const skill = page.getByTestId('field-skills').locator('input');
    // Read-only until the Studio knows all of the document; keys that are pressed before go nowhere.
    await expect(skill).toBeEditable();
    await skill.pressSequentially('Tenders');
    await cannotPublish();
    await skill.press('Enter');
    await expect
      .poll(() => content.getDocument(`drafts.${id}`))
      .toMatchObject({
        skills: expect.arrayContaining(['Tenders']),
      });
  });
  await page.getByRole('tab', { name: 'Settings' }).click();
  await test.step('half a number', async () => {
    await textField(page, 'experienceMonths').fill('');
    await textField(page, 'experienceMonths').pressSequentially('1e');
    await cannotPublish();
    await textField(page, 'experienceMonths').fill('12');
  });
  await publish(page);
  await expect.poll(() => content.getDocument(id)).toMatchObject({ location: 'Noida', experienceMonths: 12 });
});

test('a section that is removed while somebody edits it can be restored', async ({ page, content }) => {
  const id = 'page-about';
  const about = await content.getDocument(id);
  const sections: { _key: string; _type: string }[] = about?.sections;
  const hero = sections.find(({ _type }) => _type === 'hero');
  if (!hero) throw new Error('The seed has no opening on the page about.');
  await visit(page, `/studio${editPath(id, 'page', `sections[_key=="${hero._key}"].heading`)}`);
  const heading = page
    .getByRole('dialog')
    .getByTestId(/field-.*heading$/)
    .locator('input, textarea')
    .first();
  await heading.click();
  await heading.fill('Typed before somebody removed it');
  const stored = () =>
    content.fetch(`*[_id == "drafts.${id}"][0].sections[_key == $key][0].heading`, { key: hero._key });
  await expect.poll(stored).toBe('Typed before somebody removed it');
  await content
    .patch(`drafts.${id}`)
    .unset([`sections[_key=="${hero._key}"]`])
    .commit();
  await expect(givenBack(page)).toContainText('Somebody removed this item while you were editing it.');
  const [other] = sections.filter(({ _type }) => _type === 'callToAction');
  if (!other) throw new Error('The seed has no call to action on the page about.');
  const others = `sections[_key=="${other._key}"].heading`;
  await content
    .patch(`drafts.${id}`)
    .set({ [others]: 'Typed by a colleague meanwhile' })
    .commit();
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(stored).toBe('Typed before somebody removed it');
  const headingQuery = `*[_id == "drafts.${id}"][0].sections[_key == $key][0].heading`;
  expect(await content.fetch(headingQuery, { key: other._key })).toBe('Typed by a colleague meanwhile');
});

test('a text that is too large to save can be restored', async ({ page, content }) => {
  const id = 'test-too-large';
  await content.createOrReplace({ _id: `drafts.${id}`, _type: 'testimonial', person: 'Somebody' });
  await openDocument(page, 'testimonial', id);
  const long = 'More than one document holds. '.repeat(50);
  // A picture that is really too large keeps a browser busy for minutes.
  await page.route(/\/data\/actions\//, (route) =>
    route.fulfill({ status: 413, json: { error: { description: 'Too large' } } }),
  );
  await textField(page, 'quote').fill(long);
  await expect(givenBack(page)).toContainText('The change is too large to save at once.');
  await expect(textField(page, 'quote')).toHaveValue('');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy them' }).click();
  const copied = () => page.evaluate(async () => (await navigator.clipboard.readText()).length);
  await expect.poll(copied).toBe(long.length);
  await page.unroute(/\/data\/actions\//);
  await page.reload();
  await page.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(() => content.getDocument(`drafts.${id}`)).toMatchObject({ quote: long });
  await expect(givenBack(page)).toBeHidden();
});

test('text typed after a role was removed can be copied, and the form is closed', async ({
  browser,
  stack,
  content,
}) => {
  const id = 'test-viewer';
  await content.createOrReplace(testimonial(id));
  const signedOut = { baseURL: stack.siteUrl, storageState: { cookies: [], origins: [] } };
  const join = async (name: string, role: string) => {
    const page = await (await browser.newContext(signedOut)).newPage();
    page.setDefaultTimeout(timeouts.attempt * 3);
    await page.goto(await runStaffCommand(stack, 'link', name, '--role', role));
    await page.getByLabel('Password').fill('four words in a row');
    await page.getByRole('button', { name: 'Set password' }).click();
    return page;
  };
  const [admin, page] = [await join('Kavita Menon', 'administrator'), await join('Rohan Das', 'editor')];
  await inStudio(page);
  await openDocument(page, 'testimonial', id);
  await expect(textField(page, 'quote')).toBeEditable();
  // A section is edited in a dialog over the form.
  const other = await page.context().newPage();
  await other.goto(
    `/studio/intent/edit/id=page-about;type=page;path=${encodeURIComponent('sections[_key=="hero"].heading')}/`,
  );
  const section = other.getByRole('dialog');
  const heading = section.locator('[data-testid$=".heading"]').locator('input, textarea').first();
  await expect(heading).toBeEditable();
  await admin.goto('/staff/people');
  const entry = admin.getByRole('article', { name: 'Rohan Das' });
  await entry.getByText('Change', { exact: true }).click();
  await entry.getByLabel('Role').selectOption('viewer');
  await entry.getByRole('button', { name: 'Change role' }).click();
  await expect(admin.getByText('The role of Rohan Das is now Viewer.')).toBeVisible();
  await textField(page, 'quote').fill('Typed by somebody who may only look.');
  await expect(givenBack(page)).toContainText('You no longer have permission to change this document.');
  await expect(page.getByText('Yours: Typed by somebody who may only look.')).toBeVisible();
  await expect(page.getByText('Somebody else changed this too.')).toHaveCount(0);
  await expect(page.locator('[inert]').getByTestId('field-quote')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore my changes' })).toHaveCount(0);
  await page.reload();
  await expect(givenBack(page)).toBeVisible();

  await heading.press('End');
  // One key, because the dialog closes once it is refused, and takes no more.
  await heading.press('!');
  await expect(givenBack(other)).toContainText('You no longer have permission to change this document.');
  await expect(section).toBeHidden();
  await expect(other.getByText(/^Yours: .*!$/)).toBeVisible();
});
