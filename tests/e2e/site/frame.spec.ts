import { expect, type Page } from '@playwright/test';
import { hold, loadingOverlay, open, overflow } from './pages.ts';
import { test } from './site.ts';

test.describe('the menu on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
  async function openMenu(page: Page) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(menu(page)).toBeVisible();
  }
  test.beforeEach(async ({ page }) => {
    await open(page, '/about');
    await expect(menu(page)).toBeHidden();
  });

  test('chat and call stay visible, and the header covers no focused link', async ({ page }) => {
    const header = page.getByRole('banner');
    const links = header.getByRole('link', { name: /^(WhatsApp|Call)$/ });
    await page.evaluate(() => scrollTo(0, 1_500));
    await expect(links).toHaveCount(2);
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    const height = (await header.boundingBox())?.height ?? 0;
    for (const link of await page.locator('main a').all()) {
      await link.focus();
      expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(height);
    }
    // At a zoom of 400 %, the header is not sticky.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.evaluate(() => scrollTo(0, 1_500));
    await expect(links.first()).not.toBeInViewport();
    await open(page, '/pay-online');
    await expect(links).toHaveCount(2);
  });

  test('closes on Escape, which returns the focus, on a tap outside and with its button', async ({
    page,
  }) => {
    await openMenu(page);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
    await openMenu(page);
    await page.mouse.click(195, 800);
    await expect(menu(page)).toBeHidden();
    await openMenu(page);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu(page)).toBeHidden();
  });

  test('marks the current page and closes when a link is selected, also after going back', async ({
    page,
  }) => {
    await openMenu(page);
    await expect(menu(page).getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    await expect(menu(page).locator('[aria-current="page"]')).toHaveCount(1);
    await menu(page).getByRole('link', { name: 'Tender services' }).click();
    await page.waitForURL('**/tender-services');
    await expect(menu(page)).toBeHidden();
    await page.goBack();
    await page.waitForURL('**/about');
    await expect(menu(page)).toBeHidden();
  });

  test('closes when a link to the current page is selected', async ({ page }) => {
    await page.evaluate(() =>
      document.addEventListener('click', (event) => {
        if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
      }),
    );
    await openMenu(page);
    await menu(page).getByRole('link', { name: 'About' }).click();
    await expect(menu(page)).toBeHidden();
  });

  test('scrolls on low screens, such as a phone in landscape', async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 320 });
    await openMenu(page);
    const last = menu(page).getByRole('link', { name: 'Get Started' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  });

  test('closes when the window grows to desktop width, where the menu is in the header', async ({ page }) => {
    await openMenu(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(menu(page)).toBeVisible();
    expect(await menu(page).evaluate((element) => element.matches(':popover-open'))).toBe(false);
  });
});

test('without support for popovers, the menu is open below the name', async ({ page }) => {
  await page.route(/about$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(/:popover-open(?=[){])/g, ':unknown')
      .replaceAll(/ popover(?==|target)/gi, ' data-popover');
    // The changed style does not match the policy's hash.
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/about');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu).toBeInViewport();
  await expect(page.locator('header').getByRole('button').filter({ visible: true })).toHaveCount(0);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await menu.getByRole('link', { name: 'Tender services' }).click();
  await page.waitForURL('**/tender-services');
});

test.describe('the menu without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('opens, and closes on Escape', async ({ page }) => {
    await open(page, '/about');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Digital marketing', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Digital marketing', exact: true })).toBeHidden();
  });
});

test.describe('the loading overlay', () => {
  test('covers the first page of a visit until it has loaded, but not the next page', async ({ page }) => {
    const release = await hold(page, '**/media/**');
    await page.clock.install();
    // The style sheet also hides the overlay after 1500 ms, possibly before a busy machine checks it.
    const animations = await page.context().newCDPSession(page);
    await animations.send('Animation.enable');
    await animations.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto('/careers', { waitUntil: 'commit' });
    await expect(loadingOverlay(page)).toBeVisible();
    release('arrive');
    await expect(page.locator('html')).toHaveAttribute('data-arrived', '');
    await expect(loadingOverlay(page)).toBeHidden();

    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-arrived', '');
    await expect(loadingOverlay(page)).toBeHidden();
  });

  test('disappears after 1500 ms even if a picture never loads', async ({ page }) => {
    await page.route('**/media/**', () => {});
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.goto('/careers', { waitUntil: 'commit' });
    await expect(page.locator('footer')).toBeAttached();
    await page.clock.runFor(1499);
    await expect(page.locator('html')).not.toHaveAttribute('data-arrived', '');
    await page.clock.runFor(1);
    await expect(page.locator('html')).toHaveAttribute('data-arrived', '');
    await expect(loadingOverlay(page)).toBeHidden();
  });

  test('does not shift the layout', async ({ page }) => {
    await open(page, '/');
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
          });
          observer.observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(shift).toBeLessThan(0.001);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('disappears by itself', async ({ page }) => {
      await open(page, '/about');
    });
  });
});

test('the skip link is the first focusable element and leads to the content', async ({ page }) => {
  await open(page, '/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the page for an unknown path logs the path', async ({ page }) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such-page'));
  await page.goto('/no/such-page');
  expect((await logged).type()).toBe('error');
});

test('printing a policy prints only its text and the agency’s name', async ({ page }) => {
  await page.goto('/refund-policy');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // Print is black on white, also in dark mode.
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  await expect(page.locator('footer')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await expect(page.getByText('70% of the advance')).toBeVisible();
});

test('printing a page includes the answers of closed questions', async ({ page }) => {
  await page.goto('/tender-services');
  const answer = page.getByText('Small businesses with an Udyam certificate');
  await expect(answer).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answer).toBeVisible();
});
