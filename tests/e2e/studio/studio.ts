import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
  type WebError,
} from '@playwright/test';
import type { SanityClient } from '@sanity/client';
import { editPath } from '#schemas/paths.ts';
import { test as base } from '../../support/browser.ts';
import { snapshotContent } from '../../support/snapshot-content.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';

export { expect };

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

const viewport = { width: 1500, height: 1000 };
const nobody = { cookies: [], origins: [] };

/** A host that is this machine; everything else is outside. */
function isLocal(url: URL): boolean {
  return /(^|\.)localhost$/.test(url.hostname) || !/^(https?|wss?):$/.test(url.protocol);
}

/** Requests without a response yet, of all Studio pages of this worker, with the time of each start. */
const pendingRequests = new Map<Request, Date>();

/** Describes a page on which a test failed: what is on it, and which requests are pending. */
async function describePage(page: Page): Promise<string> {
  const snapshot = await page
    .locator('body')
    .ariaSnapshot({ timeout: timeouts.attempt })
    .catch((reason) => `The page does not respond: ${reason}`);
  const requests = [...pendingRequests]
    .filter(([request]) => request.frame().page() === page)
    .map(([request, start]) => `${start.toISOString()} ${request.url()}`);
  return [`${new Date().toISOString()} ${page.url()}`, ...requests, snapshot].join('\n');
}

/** Opens the Studio's first page and signs in with the one click that the lake requires on this machine. */
export async function signIn(page: Page, stack: Stack, role = 'Administrator') {
  await page.goto(`${stack.siteUrl}/studio`);
  await page.getByRole('button', { name: role }).click();
  await expect(page.getByTestId('studio-navbar')).toBeVisible();
}

/** Opens a window of its own for somebody else. With a role, they are in the Studio. */
export async function openColleague(browser: Browser, stack: Stack, role?: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: stack.siteUrl, storageState: nobody })).newPage();
  if (role) await signIn(page, stack, role);
  return page;
}

const handbook = '/studio/handbook';

/** Goes to a place of the Studio, by its own router where it runs in the page already: to start it takes longest. */
export async function visit(page: Page, path: string) {
  if (!page.url().includes('/studio/')) return page.goto(path);
  const follow = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
  // From elsewhere, so that nothing stays of the place before; what was done there may still lead on by itself.
  await expect(async () => {
    await follow(handbook);
    await expect(page.getByRole('article')).toBeVisible({ timeout: timeouts.attempt });
  }).toPass();
  await follow(path);
}

type State = SignedIn | string | undefined;
const isSignedIn = (state: State): state is SignedIn => typeof state === 'object' && state.cookies.length > 0;

/** Leaves a page of somebody signed in as it was after signing in, with the Studio running in it. */
async function resetPage(page: Page, { cookies, origins }: SignedIn) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A menu that is left open would take the focus again and again. While it opens, a key is lost.
  const menus = page.locator('[data-ui="Popover"]').filter({ visible: true });
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(menus).toHaveCount(0, { timeout: timeouts.attempt });
  }).toPass();
  await visit(page, handbook);
  const known = cookies.map(({ name }) => name);
  for (const { name } of await page.context().cookies())
    if (!known.includes(name)) await page.context().clearCookies({ name });
  await page.evaluate(
    (items) => {
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    origins.flatMap(({ localStorage }) => localStorage),
  );
}

/**
 * Tests of the real Studio on a real content lake and site. Each worker has one stack, and an administrator signs in
 * once, in a page in which the Studio runs on from test to test; each test finds the content of the seed, and the browser
 * as it was after signing in. A test that makes a request to another host fails.
 */
export const test = base.extend<
  { outsideRequests: string[]; restored: undefined },
  {
    stack: Stack;
    content: SanityClient;
    restoreContent: () => Promise<void>;
    browserContext: BrowserContext;
    /** Where the administrator's Studio runs while no test uses it. */
    idle: { page?: Page };
    signedIn: SignedIn;
  }
>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture uses from this pattern.
    async ({}, use) => {
      const stack = await startStack({ parts: ['lake', 'site'] });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: timeouts.test },
  ],
  content: [
    async ({ stack }, use) => {
      await use(stack.client('administrator', { perspective: 'raw' }));
    },
    { scope: 'worker' },
  ],
  restoreContent: [async ({ content }, use) => use(await snapshotContent(content)), { scope: 'worker' }],
  restored: [
    async ({ restoreContent, browser, browserContext }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) if (context !== browserContext) await context.close();
      await restoreContent();
    },
    { auto: true },
  ],
  browserContext: [
    async ({ stack, browser }, use) => {
      // Animations are drawn by the processor here, and there are enough of them to slow the tests down.
      const context = await browser.newContext({ baseURL: stack.siteUrl, viewport, reducedMotion: 'reduce' });
      context.on('request', (request) => pendingRequests.set(request, new Date()));
      context.on('requestfinished', (request) => pendingRequests.delete(request));
      context.on('requestfailed', (request) => pendingRequests.delete(request));
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture uses from this pattern.
  idle: [async ({}, use) => use({}), { scope: 'worker' }],
  signedIn: [
    async ({ stack, browserContext, idle }, use) => {
      // Tests of people who sign in themselves may have come first.
      await browserContext.setStorageState(nobody);
      idle.page = await browserContext.newPage();
      await signIn(idle.page, stack);
      await use(await browserContext.storageState());
    },
    { scope: 'worker', timeout: timeouts.test },
  ],
  storageState: async ({ signedIn }, use) => use(signedIn),
  context: async ({ browserContext, idle, storageState, actionTimeout }, use) => {
    if (!isSignedIn(storageState)) delete idle.page;
    for (const page of browserContext.pages()) if (page !== idle.page) await page.close();
    if (!idle.page) await browserContext.setStorageState(storageState ?? nobody);
    browserContext.setDefaultTimeout(actionTimeout ?? 0);
    await use(browserContext);
  },
  page: async ({ context, idle, storageState, viewport: size }, use, info) => {
    const page = idle.page ?? (await context.newPage());
    delete idle.page;
    await page.setViewportSize(size ?? viewport);
    await use(page);
    if (info.status !== info.expectedStatus) console.log(await describePage(page));
    if (!isSignedIn(storageState) || info.status !== info.expectedStatus) return page.close();
    await resetPage(page, storageState);
    idle.page = page;
  },
  baseURL: async ({ stack }, use) => use(stack.siteUrl),
  viewport,
  outsideRequests: [
    async ({ context }, use, info) => {
      const outside: string[] = [];
      const errors: string[] = [];
      const noteRequest = (request: Request) => {
        if (!isLocal(new URL(request.url()))) outside.push(request.url());
      };
      const noteError = (error: WebError) => errors.push(String(error.error().stack));
      const noteMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error') errors.push(message.text());
      };
      context.on('request', noteRequest).on('weberror', noteError).on('console', noteMessage);
      await use(outside);
      context.off('request', noteRequest).off('weberror', noteError).off('console', noteMessage);
      // The Studio says only that it crashed.
      if (info.status !== info.expectedStatus) console.log(errors.join('\n'));
      expect(outside, 'requests that left this machine').toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens a document in the editor, in the list where an editor would find it. */
export async function openDocument(page: Page, type: string, id: string) {
  await visit(page, `/studio${editPath(id, type)}`);
  await expect(page.getByTestId('form-view')).toBeVisible();
}

/** The input of a field at the top level of a document. */
export function textField(page: Page, name: string) {
  return page.getByTestId(`field-${name}`).locator('input, textarea').first();
}

/**
 * Repeats an action until its effect shows: the Studio draws anew while the state of a document settles, so a click may be
 * lost. An effect that comes late ends it, too, as it may hide or disable what was clicked.
 */
export async function repeatUntil(effect: () => Promise<boolean>, action: () => Promise<unknown>) {
  let acted = false;
  await expect(async () => {
    const isNeeded = !acted || !(await effect());
    // An action whose effect removes what it waits for never ends.
    acted = true;
    if (isNeeded) await action();
    await expect.poll(effect, { timeout: timeouts.attempt }).toBe(true);
  }).toPass();
}

/** The editor of a rich text, active. */
export async function activeEditor(page: Page, name: string) {
  const field = page.getByTestId(`field-${name}`);
  const editor = field.locator('[contenteditable="true"]').first();
  await expect(async () => {
    await field.getByTestId('pt-editor').click({ timeout: timeouts.attempt });
    await expect(editor).toBeFocused({ timeout: timeouts.attempt });
  }).toPass();
  return editor;
}

/**
 * Opens a menu or a dialog and clicks in it. The Studio draws anew while the state of a document settles, which closes
 * what is open and swallows clicks, so opening and clicking are repeated together.
 */
export async function clickWithin(opener: Locator, item: Locator) {
  await expect(async () => {
    if (!(await item.isVisible())) await opener.click({ timeout: timeouts.attempt });
    await item.click({ timeout: timeouts.attempt });
  }).toPass();
}

/** Runs an action of the open document from the menu next to the publish button, until its effect shows. */
export async function chooseAction(page: Page, name: string, effect = page.getByRole('dialog')) {
  // The Studio takes the first space alone.
  const item = page.getByTestId(`action-${name.replace(' ', '')}`);
  await repeatUntil(
    () => effect.isVisible(),
    () => clickWithin(page.getByTestId('action-menu-button'), item),
  );
}

/** Pastes into what has the focus, as a browser does whose clipboard holds this HTML. */
export async function paste(editor: Locator, html: string) {
  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', 'without marks');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** Publishes the open document once the Studio offers it, until the content lake has, or the Studio asks or refuses. */
export async function publish(page: Page) {
  const button = page.getByTestId('action-publish');
  // Nothing else lasts: the message goes after seconds, and the button is disabled while the Studio validates, too.
  let isPublished = false;
  const noteAnswer = (response: Response) => {
    const isAction = response.request().postData()?.includes('sanity.action.document.publish');
    if (isAction && response.ok()) isPublished = true;
  };
  page.on('response', noteAnswer);
  const answer = page.getByRole('dialog').or(page.getByRole('alert'));
  await expect(button).toBeEnabled();
  await repeatUntil(
    async () => isPublished || (await answer.count()) > 0,
    () => button.click({ timeout: timeouts.attempt }),
  );
  page.off('response', noteAnswer);
}

/** A testimonial that breaks no rule. */
export const testimonial = (id: string, person = 'Somebody') => ({
  _id: id,
  _type: 'testimonial',
  person,
  role: 'Director, test works',
  quote: 'They said what they would do, and then did it.',
});

/** Lets a page see drafts, as the Studio's preview does: by a secret that whoever may write has put into the dataset. */
export async function beginPreview(page: Page, content: SanityClient, siteUrl: string) {
  const secret = 'only-the-studio-writes-it';
  await content.createOrReplace({
    _id: 'sanity-preview-url-secret.test',
    _type: 'sanity.previewUrlSecret',
    secret,
    source: 'test',
    studioUrl: `${siteUrl}/studio`,
  });
  const query = `sanity-preview-secret=${secret}&sanity-preview-pathname=/about`;
  await page.goto(`/api/draft-mode/enable?${query}`);
}

/** Chooses a file for a picture field. */
export async function chooseFile(
  page: Page,
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  const menu = field.getByRole('button', { name: 'Open image options menu' }).first();
  await clickWithin(menu, page.getByRole('menuitem', { name: 'Upload' }));
  await (await chooser).setFiles(file);
}
