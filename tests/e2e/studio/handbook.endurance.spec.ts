import type { Page } from '@playwright/test';
import { editPath } from '#schemas/paths.ts';
import { trashEntryOf } from '#studio/trash/trashed-document.ts';
import { apply } from '../../integration/applications/files.ts';
import { pdfFile } from '../../support/pdf.ts';
import { requestAsStaff } from '../../support/staff-request.ts';
import { timeouts } from '../../support/timeouts.ts';
import { open } from '../site/pages.ts';
import { picture } from './handbook.ts';
import { expect, signIn, test, testimonial, textField, visit } from './studio.ts';

/** The places of the Studio and the site that the handbook and the README show. `npm run handbook` takes their pictures. */

test.use({
  storageState: { cookies: [], origins: [] },
  viewport: { width: 1280, height: 800 },
});

const tool = (page: Page, name: string) =>
  page.getByTestId('studio-navbar').getByRole('link', { name, exact: true });
const publishButton = (page: Page) => page.getByTestId('action-publish').last();

test('pictures of an editor', async ({ page, stack, content }) => {
  await signIn(page, stack, 'Editor');
  await picture(page, 'start', page.getByRole('heading', { name: 'Recently edited' }));
  await page.getByRole('searchbox', { name: /^Find a word/ }).fill('phone number');
  const found = page.getByRole('search').getByRole('link', { name: /Site settings › Contact › Phone/ });
  await picture(page, 'search', found.first());

  await visit(page, `/studio${editPath('siteSettings', 'siteSettings', 'phone')}`);
  await textField(page, 'phone').fill('+91 00000 00001');
  await picture(page, 'phone', textField(page, 'phone'));
  await visit(page, `/studio${editPath('siteSettings', 'siteSettings', 'mainNavigation')}`);
  await page
    .getByTestId('field-mainNavigation')
    .getByRole('button', { name: /Add item/ })
    .click();
  const box = page.getByRole('dialog');
  await box.getByRole('textbox').first().fill('Articles');
  await box.getByRole('combobox').fill('Articles');
  await picture(page, 'menu', page.getByText('/articles', { exact: true }));
  await content.delete('drafts.siteSettings');

  const section = await content.fetch<string>(
    '*[_id == "page-home"][0].sections[_type == "testimonials"][0]._key',
  );
  await page.goto(`/studio${editPath('page-home', 'page', `sections[_key=="${section}"].testimonials`)}`);
  await expect(page.getByTestId('document-list-pane').getByText('Home')).toBeVisible();
  await picture(page, 'testimonials', box.getByText('Rajesh Malhotra'));

  const video = { youtube: 'https://youtu.be/0eKVizvYSUQ', title: 'A notice read aloud', length: '1:40' };
  const film = { _type: 'film', _key: 'film', heading: 'See it done', video: { _type: 'video', ...video } };
  await content.patch('page-home').append('sections', [film]).commit();
  await page.goto(`/studio${editPath('page-home', 'page', 'sections[_key=="film"].video')}`);
  const address = box.getByRole('textbox', { name: 'Address on YouTube' });
  await address.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await picture(page, 'film', address);

  await visit(page, '/studio/presentation?preview=/');
  const preview = page.frameLocator('iframe').first();
  const headline = preview.getByRole('heading', { level: 1 });
  const field = page.locator('[data-testid^="field-"][data-testid$=".heading"] textarea').first();
  // People point at a text and click once it is framed.
  await expect(async () => {
    await page.mouse.move(0, 0);
    await headline.hover({ timeout: timeouts.attempt });
    const frame = preview.locator('sanity-visual-editing [data-hovered]');
    await expect(frame).not.toHaveCount(0, { timeout: timeouts.attempt });
    await headline.click({ timeout: timeouts.attempt });
    await expect(field).toHaveValue(/./, { timeout: timeouts.attempt });
  }).toPass();
  await picture(page, 'words', field);
});

test('pictures of HR', async ({ page, stack, content }) => {
  const writer = await content.getDocument('jobOpening-content-writer');
  await content.createOrReplace({
    ...writer,
    ...{ _id: 'drafts.test-opening', _type: 'jobOpening', title: 'Tender Analyst' },
    slug: { _type: 'slug', current: 'tender-analyst' },
  });
  await content.patch('jobOpening-graphic-designer').set({ validThrough: '2026-01-31' }).commit();
  await signIn(page, stack, 'HR');
  await picture(page, 'openings', page.getByText('Closed after 31 Jan 2026').first());
  await visit(page, `/studio${editPath('test-opening', 'jobOpening')}`);
  await picture(page, 'opening', textField(page, 'title'));
  await content.patch('siteSettings').set({ 'applications.open': true }).commit();
  await expect.poll(async () => (await apply(stack.siteUrl)).status).toBe(200);
  await visit(page, '/studio/applications');
  await page.getByRole('button', { name: /^Application from/ }).click();
  await picture(page, 'application', page.getByRole('link', { name: 'Answer by e-mail' }));
});

test('pictures of finance', async ({ page, stack }) => {
  await signIn(page, stack, 'Finance');
  await picture(page, 'payments', page.getByRole('heading', { name: 'Money' }));
  await page.getByRole('link', { name: 'Payment links' }).click();
  await page.getByRole('button', { name: 'Create a payment link' }).click();
  const dialog = page.getByRole('dialog');
  await picture(page, 'pay-link', dialog.getByLabel('Bill number'));

  const [asha, ravi] = [
    { name: 'Asha Verma', phone: '9876543210' },
    { name: 'Bharat Constructions', phone: '9876500000' },
  ];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const bills = [
    { ...asha, billNumber: 'INV-2026-041', amount: '45000', dueOn: daysAgo(75) },
    { ...asha, billNumber: 'INV-2026-058', amount: '45000', dueOn: daysAgo(20) },
    { ...ravi, billNumber: 'INV-2026-060', amount: '28500', dueOn: daysAgo(-10) },
  ];
  for (const body of bills) await requestAsStaff(stack, '/payments/bills', { body });
  await visit(page, '/studio/payments/owing');
  await picture(page, 'who-owes', page.getByRole('link', { name: 'Bharat Constructions' }));
  await page.getByRole('link', { name: 'Bharat Constructions' }).click();
  await page.getByRole('link', { name: 'INV-2026-060' }).click();
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'INV-2026-060.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.from(await pdfFile('INV-2026-060.pdf').bytes()),
  });
  const added = page.getByText(/^INV-2026-060\.pdf/);
  await added.evaluate((text) => text.scrollIntoView({ block: 'center' }));
  await picture(page, 'tax-invoice', added);
  await visit(page, '/studio/payments/retainers');
  await page.getByRole('button', { name: 'Set a retainer' }).click();
  const typed = ['Bharat Constructions', '9876500000', 'accounts@bharat.example', 'Social media', '28,500'];
  const labels = ['Customer’s name', 'Mobile number', 'E-mail address', 'What for', 'Rupees a month'];
  for (const [index, label] of labels.entries()) await dialog.getByLabel(label).fill(typed[index] ?? '');
  await dialog.getByRole('button', { name: 'Set retainer' }).click();
  await picture(page, 'retainers', page.getByRole('table', { name: 'Bills of the next 45 days' }));
});

test('pictures of an administrator', async ({ page, stack, content }) => {
  const trashed = { ...testimonial('test-trashed', 'Vikram Shah'), _rev: '', _createdAt: '', _updatedAt: '' };
  await content.createOrReplace({ ...trashEntryOf(trashed, 'Asha Rao') });
  await open(page, stack.siteUrl);
  await picture(page, 'site', page.getByRole('heading', { level: 1 }));
  await signIn(page, stack);
  await visit(page, '/studio/structure/cityPages');
  await picture(page, 'cities', page.getByTestId('pane-item-Haryana (1)'));
  await visit(page, '/studio/structure/trash');
  await picture(page, 'trash', page.getByRole('button', { name: 'Restore' }));
  await visit(page, '/studio/launch');
  await picture(page, 'launch', page.getByText('Phone: '));

  await visit(page, '/studio/intent/create/template=article;type=article/');
  const list = page.getByTestId('document-list-pane');
  await textField(page, 'title').fill('How a bid is opened');
  await page.getByRole('button', { name: 'Generate' }).click();
  await picture(page, 'article', list.getByText('How a bid is opened'));
  await list.getByText('How to read a tender notice').click();
  const alt = page.getByText('What the picture shows').first();
  await alt.scrollIntoViewIfNeeded();
  await picture(page, 'picture', alt);
  await textField(page, 'title').fill('How to read a notice');
  await expect(publishButton(page)).toBeEnabled();
  await picture(page, 'publish', publishButton(page));

  await tool(page, 'Preview').click();
  await picture(page, 'preview', textField(page, 'title'));
  await page.goto('/staff/people');
  await picture(page, 'people', page.getByRole('button', { name: 'Create a link' }));
});
