import { expect } from '@playwright/test';
import { open } from './pages.ts';
import { test } from './site.ts';

test('documents that a visitor ticked off stay ticked after a reload', async ({ page }) => {
  await page.goto('/tender-services#documents');
  const box = page.getByRole('checkbox', { name: 'PAN and GST registration' });
  await expect(box).not.toBeChecked();
  // The script loads after the page, so early ticks are not stored.
  const stored = async () => {
    await box.setChecked(false);
    await box.setChecked(true);
    return page.evaluate(() => localStorage.getItem('ticks'));
  };
  await expect.poll(stored).toBe('PAN and GST registration');
  await page.reload();
  await expect(box).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Digital signature, class 3' })).not.toBeChecked();
});

const deposits = new URLSearchParams({
  tool: 'deposits',
  kind: 'goods',
  buyer: 'central',
  bidder: 'other',
  value: '999 crore 99',
  price: '',
});

for (const { what, path, focused } of [
  { what: 'a tender tool', path: `/tender-deposits?${deposits}#answer`, focused: '#answer' },
  {
    what: 'the box that finds a city',
    path: '/seo-locations?tool=city&city=Shillong#found',
    focused: '#found[role=status]',
  },
  {
    what: 'the value of an enquiry',
    path: '/digital-marketing?tool=enquiry-value&currency=INR&enquiries=40&share=10&value=50000&spend=90000#enquiry-value',
    focused: '#enquiry-value',
  },
  {
    what: 'a form with a wrong figure',
    path: '/digital-marketing?tool=enquiry-value&value=x#enquiry-value',
    focused: '[role=alert]',
  },
])
  test(`the answer of ${what} takes the focus`, async ({ page }) => {
    await open(page, path);
    await expect(page.locator(focused)).toBeFocused();
  });
