import type { Page } from '@playwright/test';
import { daysFromToday } from '#schemas/days.ts';
import { expect, publish, signIn, test, textField } from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const tool = (page: Page, name: string) =>
  page.getByTestId('studio-navbar').getByRole('link', { name, exact: true });
const task = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Usual tasks' }).getByRole('link', { name });

test('HR publishes an opening from the start page, which then lists it', async ({ page, stack, content }) => {
  await signIn(page, stack, 'HR');
  await task(page, 'New job opening').click();
  await textField(page, 'title').fill('Tender Analyst');
  await page.getByRole('button', { name: 'Generate' }).click();
  await textField(page, 'location').fill('Gurugram');
  await textField(page, 'summary').fill('Reads tenders and says which ones suit us.');
  await page
    .getByTestId('field-description')
    .locator('[contenteditable="true"], [data-testid="activate-overlay"]')
    .last()
    .click();
  await page.keyboard.type('You read notices every day and write an opinion on each.');
  const stored = '*[_type == "jobOpening" && title == "Tender Analyst"][0]';
  await expect.poll(() => content.fetch(`pt::text(${stored}.description)`)).toContain('opinion on each.');
  await publish(page);
  await expect.poll(async () => (await fetch(`${stack.siteUrl}/careers`)).text()).toContain('Tender Analyst');
  expect(await content.fetch(`${stored}.workplaces[]{locality, countryCode}`)).toEqual([
    { locality: 'Gurugram', countryCode: 'IN' },
  ]);

  await content.patch('jobOpening-graphic-designer').set({ validThrough: '2026-01-31' }).commit();
  await content.createOrReplace({ _id: 'drafts.test-opening', _type: 'jobOpening', title: 'Written by HR' });
  await tool(page, 'Start').click();
  const openings = page.getByRole('region', { name: 'Job openings' }).getByRole('listitem');
  for (const opening of [
    /Senior SEO Manager.*On the site/,
    /Graphic Designer.*Closed after 31 Jan 2026/,
    /Tender Analyst.*Open until/,
    /Written by HR.*Draft/,
  ])
    await expect(openings.filter({ hasText: opening })).toHaveCount(1);
  // Openings that came with the import were never edited.
  await expect(page.getByRole('region', { name: 'Recently edited' }).getByRole('listitem')).toHaveText([
    /Written by HR/,
    /Graphic Designer/,
    /Tender Analyst/,
  ]);
});

test('the start page of an editor says what is coming up, without payments', async ({
  page,
  stack,
  content,
}) => {
  await content
    .patch('jobOpening-graphic-designer')
    .set({ validThrough: daysFromToday(3) })
    .commit();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await signIn(page, stack, 'Editor');
  const coming = page.getByRole('region', { name: 'Coming up' }).getByRole('listitem');
  await expect(coming.filter({ hasText: 'Last day of the job opening' }).first()).toBeVisible();
  expect(requests.filter((url) => url.includes('/api/payments'))).toEqual([]);
});

test('finance sees payments and nothing else', async ({ page, stack }) => {
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().includes('/users/me'))
      failed.push(`${response.status()} ${response.url()}`);
  });
  await signIn(page, stack, 'Finance');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await tool(page, 'Handbook').click();
  await page.getByRole('searchbox', { name: 'Find a page by its title' }).fill('refunds');
  await page.getByRole('link', { name: /^Payments: / }).click();
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(/^Payments: /);
  await expect(page.getByRole('article').getByRole('img').first()).toBeVisible();
  for (const path of ['start', 'structure/page']) {
    await page.goto(`/studio/${path}`);
    await expect(page.getByTestId('studio-navbar')).toBeVisible();
    await expect(page.getByText('Refund policy')).toHaveCount(0);
  }
  expect(failed).toEqual([]);
});

test('the start page of a viewer says that a request failed, and repeats it', async ({ page, stack }) => {
  await signIn(page, stack, 'Viewer');
  const recent = page.getByRole('heading', { name: 'Recently edited' });
  await expect(recent).toBeVisible();
  await expect(page.getByRole('heading', { name: 'To do', exact: true })).toHaveCount(0);
  await page.route('**/data/query/**', (route) => route.abort());
  await page.reload();
  const waiting = page.getByText('The server is not responding.');
  await expect(waiting).toBeVisible();
  await page.unroute('**/data/query/**');
  await expect(waiting).toBeHidden();
  await expect(recent).toBeVisible();
});
