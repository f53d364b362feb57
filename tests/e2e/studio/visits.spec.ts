import { expect, openDocument, signIn, test } from './studio.ts';

const browserName =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('the Studio lists visits by source, page, city and day, at any width', async ({ page, stack }) => {
  const request = (path: string, headers = {}) =>
    fetch(`${stack.siteUrl}${path}`, { headers: { 'user-agent': browserName, ...headers } });
  const report = (kind: string, path: string) =>
    fetch(`${stack.siteUrl}/api/visit?utm_source=google&utm_medium=cpc&utm_campaign=diwali`, {
      method: 'POST',
      headers: { 'user-agent': browserName, origin: stack.siteUrl, referer: `${stack.siteUrl}${path}` },
      body: kind,
    });
  for (let times = 0; times < 3; times++)
    await request('/seo-services-delhi?utm_source=google&utm_medium=cpc&utm_campaign=diwali');
  await request('/seo-services-mumbai');
  await request('/about');
  await request('/about', { referer: 'https://chatgpt.com/' });
  await report('enquiry', '/seo-services-delhi');

  await page.goto('/studio');
  await page.getByTestId('studio-navbar').getByRole('link', { name: 'Visits' }).click();
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  const cell = (name: string, title: string) => row(name).locator(`td[data-title="${title}"]`);

  await expect(cell('google / cpc / diwali', 'Views')).toHaveText('3');
  await expect(cell('google / cpc / diwali', 'Enquiries')).toHaveText('1');
  await expect(cell('google / cpc / diwali', 'Payments')).toBeEmpty();
  await expect(cell('chatgpt.com / assistant', 'Views')).toHaveText('1');
  await expect(page.getByText('Views from AI assistants').locator('..')).toHaveText(/assistants\s*1$/);
  await expect(row('Unknown')).toBeVisible();
  await page.getByLabel('Grouped by').selectOption('City');
  await expect(cell('Delhi', 'Views')).toHaveText('3');
  await expect(cell('Delhi', 'Enquiries')).toHaveText('1');
  await expect(cell('Mumbai', 'Views')).toHaveText('1');
  await expect(row('/about')).toHaveCount(0);
  await page.getByLabel('Grouped by').selectOption('Day');
  await page.getByLabel('Period').selectOption('Last 7 days');
  await expect(page.getByRole('table', { name: 'Visits by day' }).getByRole('row')).toHaveCount(2);

  await page.setViewportSize({ width: 390, height: 844 });
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await isWide()).toBe(false);
});

test('the form of a page shows its visits, to those who may see visits', async ({ page, stack, browser }) => {
  const visits = /Last 30 days: [\d,]+ views?, 1 enquiry sent from this page/;
  await fetch(`${stack.siteUrl}/careers`, { headers: { 'user-agent': browserName } });
  await fetch(`${stack.siteUrl}/api/visit`, {
    method: 'POST',
    headers: { 'user-agent': browserName, origin: stack.siteUrl, referer: `${stack.siteUrl}/careers` },
    body: 'enquiry',
  });
  await openDocument(page, 'page', 'page-careers');
  await expect(page.getByText(visits)).toBeVisible();
  await page.getByText(visits).getByRole('link', { name: 'All visits' }).click();
  await expect(page.getByRole('heading', { name: 'Visits' })).toBeVisible();

  const storageState = { cookies: [], origins: [] };
  const context = await browser.newContext({ baseURL: stack.siteUrl, storageState });
  const other = await context.newPage();
  const requests: string[] = [];
  other.on('request', (request) => requests.push(request.url()));
  await signIn(other, stack, 'HR');
  await openDocument(other, 'page', 'page-careers');
  await expect(other.getByText('On the site at /careers')).toBeVisible();
  expect(requests.filter((url) => url.includes('/api/visits'))).toEqual([]);
  await expect(other.getByRole('link', { name: 'All visits' })).toHaveCount(0);
});
