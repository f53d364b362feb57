import { overflow } from '../site/pages.ts';
import { expect, openColleague, openDocument, test } from './studio.ts';

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

test('the Studio lists visits by source and by city, at any width', async ({ page, stack }) => {
  for (const path of ['/seo-services-delhi?utm_source=google&utm_medium=cpc', '/about'])
    await fetch(`${stack.siteUrl}${path}`, { headers: { 'user-agent': userAgent } });
  await page.goto('/studio/visits');
  const views = (name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .locator('td[data-title="Views"]');
  await expect(views('google / cpc')).toHaveText('1');
  await page.getByLabel('Grouped by').selectOption('City');
  await expect(views('Delhi')).toHaveText('1');
  await expect(views('google / cpc')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the form of a page shows its visits, to those who may see visits', async ({ page, stack, browser }) => {
  const visits = /Last 30 days: [\d,]+ views?, 1 enquiry sent from this page/;
  const headers = { 'user-agent': userAgent };
  await fetch(`${stack.siteUrl}/careers`, { headers });
  await fetch(`${stack.siteUrl}/api/visit`, {
    method: 'POST',
    headers: { ...headers, origin: stack.siteUrl, referer: `${stack.siteUrl}/careers` },
    body: 'enquiry',
  });
  await openDocument(page, 'page', 'page-careers');
  await page.getByText(visits).getByRole('link', { name: 'All visits' }).click();
  await expect(page.getByRole('heading', { name: 'Visits' })).toBeVisible();

  const other = await openColleague(browser, stack, 'HR');
  const requests: string[] = [];
  other.on('request', (request) => requests.push(request.url()));
  await openDocument(other, 'page', 'page-careers');
  await expect(other.getByText('On the site at /careers')).toBeVisible();
  expect(requests.filter((url) => url.includes('/api/visits'))).toEqual([]);
});
