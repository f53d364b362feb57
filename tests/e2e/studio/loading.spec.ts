import type { BrowserContext, Page } from '@playwright/test';
import type { Stack } from '../../support/stack.ts';
import { expect, test, testimonial, visit } from './studio.ts';

/** Runs `action` while the content lake is down, and starts it again even if `action` fails. */
async function whileLakeIsDown(stack: Stack, action: () => Promise<void>) {
  await stack.kill('lake');
  try {
    await action();
  } finally {
    await stack.start('lake');
  }
}

const waiting = (page: Page) => page.getByRole('status').filter({ hasText: 'The server is not responding.' });

/** The visible texts of Sanity's own dialogs and error screens, which lead nowhere here. */
const sanityTexts = (page: Page) =>
  page
    .getByText(/status\.sanity|Sanity Status|Sanity servers|Import error|unable to recover/)
    .filter({ visible: true });

test('starts by itself once the content lake is back', async ({ context, stack }) => {
  const page = await context.newPage();
  const account = await context.newPage();
  await whileLakeIsDown(stack, async () => {
    await page.goto('/studio');
    await expect(waiting(page)).toBeVisible();
    await expect(sanityTexts(page)).toHaveCount(0);
    await account.goto('/staff/account');
    await expect(account.getByText('The content lake does not respond.')).toBeVisible();
  });
  await expect(page.getByTestId('studio-navbar')).toBeVisible();
  await expect(waiting(page)).toBeHidden();
  await expect(account.getByRole('button', { name: 'Sign out' }).first()).toBeVisible();
});

test('opens a document by itself if the content lake restarts meanwhile', async ({
  context,
  content,
  stack,
}) => {
  await content.createOrReplace(testimonial('test-restart', 'Asha Rao'));
  const page = await context.newPage();
  // The lake is gone once the Studio knows who has signed in and requests what they may do.
  let isDown = false;
  await page.route('**/lake/**', async (route) => {
    if (!isDown && /\/data\/query\/|\/acl\//.test(route.request().url())) {
      isDown = true;
      await stack.kill('lake');
    }
    await route.continue();
  });
  try {
    await page.goto('/studio/intent/edit/id=test-restart;type=testimonial/');
    await expect.poll(() => isDown).toBe(true);
    await expect(waiting(page)).toBeVisible();
    await expect(sanityTexts(page)).toHaveCount(0);
  } finally {
    await stack.start('lake');
  }
  await expect(page.getByTestId('field-person').locator('input')).toHaveValue('Asha Rao');
});

/** Kills the site when the page requests a script, and starts it again after `action`. */
async function withSiteGone(stack: Stack, page: Page, scripts: RegExp, action: () => Promise<unknown>) {
  await page.route(
    scripts,
    async (route) => {
      await stack.kill('site');
      await route.continue();
    },
    { times: 1 },
  );
  try {
    await action();
    await expect(page.getByRole('alert')).toContainText('The Studio could not be loaded.');
    await expect(sanityTexts(page)).toHaveCount(0);
  } finally {
    await stack.start('site');
  }
}

test('starts by itself once the site is back', async ({ context, stack }) => {
  const page = await context.newPage();
  await withSiteGone(stack, page, /\/studio\/static\/sanity-[^/]+\.js$/, () => page.goto('/studio'));
  await expect(page.getByTestId('studio-navbar')).toBeVisible();
});

test('loads a tool by itself once the site is back', async ({ context, stack }) => {
  const page = await openedStudio(context);
  await withSiteGone(stack, page, /\/studio\/static\/[^/]+\.js$/, () =>
    visit(page, '/studio/presentation?preview=/about'),
  );
  await expect(page.locator('iframe')).toBeVisible();
});

async function openedStudio(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/studio/handbook');
  await expect(page.getByRole('searchbox', { name: 'Find a page by its title' })).toBeVisible();
  return page;
}
