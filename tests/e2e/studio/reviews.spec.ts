import type { Page } from '@playwright/test';
import { clicksOf } from './handbook.ts';
import {
  chooseAction,
  expect,
  openDocument,
  publish,
  signIn,
  test,
  testimonial,
  textField,
  visit,
} from './studio.ts';

test.use({ storageState: { cookies: [], origins: [] } });

const check = (page: Page) => page.getByRole('region', { name: 'Check' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for you' });

test('an editor asks, an administrator approves, and the editor publishes, in five clicks and one', async ({
  page,
  stack,
  browser,
  content,
}) => {
  await content.createOrReplace({ _id: 'approvalRules', _type: 'approvalRules', types: ['testimonial'] });
  await content.createOrReplace(testimonial('test-approved', 'Vikram Shah'));
  await signIn(page, stack, 'Editor');
  await openDocument(page, 'testimonial', 'test-approved');
  const { click, count } = clicksOf();
  await textField(page, 'role').fill('Owner, test works');
  await click(page.getByRole('button', { name: 'Ask for approval' }));
  const dialog = page.getByRole('dialog', { name: 'Ask for a check' });
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Is he the owner now?');
  await click(dialog.getByRole('button', { name: 'Ask', exact: true }));
  await expect(check(page)).toContainText('Is he the owner now?');

  const context = await browser.newContext({ baseURL: stack.siteUrl });
  const other = await context.newPage();
  await signIn(other, stack);
  await click(waiting(other).getByRole('link', { name: /Vikram Shah/ }));
  await expect(check(other)).toContainText('Is he the owner now?');
  await click(check(other).getByRole('button', { name: 'Approve' }));
  await expect(check(other)).toContainText('This text is approved');
  expect(count(), 'clicks').toBeLessThanOrEqual(5);

  await visit(page, '/studio/start');
  await expect(waiting(page).getByRole('listitem').filter({ hasText: 'Vikram Shah' })).toContainText(
    'Approved',
  );
  await waiting(page)
    .getByRole('link', { name: /Vikram Shah/ })
    .click();
  await publish(page);
  await expect.poll(() => content.getDocument('test-approved')).toMatchObject({ role: 'Owner, test works' });
  await expect(check(page)).toContainText('Local Administrator approved this');
  await visit(page, '/studio/start');
  await expect(page.getByRole('heading', { name: 'Recently edited' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

test('a note at a field leads to the field and is answered', async ({ page, stack, content }) => {
  await content.createOrReplace(testimonial('test-note', 'Meera Nair'));
  await content.createOrReplace({
    _id: 'review.test-note',
    _type: 'review',
    document: 'test-note',
    documentType: 'testimonial',
    entries: [
      {
        _key: 'one',
        kind: 'note',
        by: 'plocal-administrator',
        name: 'Local Administrator',
        at: new Date().toISOString(),
        text: 'क्या यह सही है?',
        field: 'quote',
        to: 'role:editor',
        toName: 'any of the editors',
      },
    ],
  });
  await signIn(page, stack, 'Editor');
  await waiting(page)
    .getByRole('link', { name: /Meera Nair/ })
    .click();
  await check(page).getByRole('link', { name: 'Quote' }).click();
  await expect(textField(page, 'quote')).toBeFocused();
  const answering = check(page).getByRole('combobox', { name: 'Who should answer' });
  await expect(answering).toHaveValue('plocal-administrator');
  await check(page).getByRole('textbox', { name: 'Note' }).fill('Yes');
  await check(page).getByRole('button', { name: 'Answer' }).click();
  await expect(check(page)).toContainText('Local Editor asked Local Administrator');
  await visit(page, '/studio/start');
  await expect(page.getByRole('heading', { name: 'Recently edited' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

const note = (_key: string, more: object = {}) => ({
  _key,
  kind: 'note',
  by: 'plocal-administrator',
  name: 'Local Administrator',
  at: new Date().toISOString(),
  text: 'Is this right?',
  to: 'role:editor',
  toName: 'any of the editors',
  ...more,
});

const review = (document: string, ...entries: object[]) => ({
  _id: `review.${document}`,
  _type: 'review',
  document,
  documentType: 'testimonial',
  entries,
});

test('a note on a version leads to the version, and the approval counts for it', async ({
  page,
  stack,
  content,
}) => {
  const versionId = 'versions.rreview.test-version';
  await content.releases.create({
    releaseId: 'rreview',
    metadata: { title: 'Diwali', releaseType: 'asap' },
  });
  await content.createOrReplace(testimonial('test-version', 'Meera Nair'));
  await content.createOrReplace({ ...testimonial(versionId, 'Meera Nair'), quote: 'For Diwali.' });
  await content.createOrReplace(review('test-version', note('one', { versionId })));
  await signIn(page, stack, 'Editor');
  await waiting(page)
    .getByRole('link', { name: /Meera Nair/ })
    .click();
  await expect(textField(page, 'quote')).toHaveValue('For Diwali.');
  await check(page).getByRole('button', { name: 'Approve' }).click();
  const { _rev: revision } = (await content.getDocument(versionId)) ?? {};
  await expect
    .poll(() => content.fetch('*[_id == "review.test-version"][0].entries[-1]'))
    .toMatchObject({ kind: 'approve', versionId, revision });
});

test('a note waits for nobody who may not check it, and shows its text as it is', async ({
  page,
  stack,
  browser,
  content,
}) => {
  const text = '<img src=x onerror="document.title=1"> هل هذا صحيح؟ क्या यह सही है?';
  await content.createOrReplace(testimonial('test-gone', 'Asha Rao'));
  const notes = [note('one', { text, to: 'somebody-who-left', toName: 'Ravi' })];
  await content.createOrReplace(review('test-gone', ...notes, note('two', { text, to: 'role:hr' })));
  await signIn(page, stack, 'HR');
  await expect(page.getByRole('heading', { name: 'Recently edited' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);

  const context = await browser.newContext({ baseURL: stack.siteUrl });
  const other = await context.newPage();
  await signIn(other, stack);
  await waiting(other)
    .getByRole('link', { name: /Asha Rao/ })
    .click();
  await expect(check(other).getByText(text)).toHaveCount(2);
});

test('a form follows its review without a stream of its own', async ({ page, stack, content }) => {
  await content.createOrReplace(testimonial('test-stream', 'Asha Rao'));
  const streams: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => streams.push(decodeURIComponent(String(payload))));
  });
  await signIn(page, stack, 'Editor');
  await openDocument(page, 'testimonial', 'test-stream');
  await expect(textField(page, 'quote')).toBeEditable();
  await content.createOrReplace(review('test-stream', note('one')));
  await expect(check(page)).toContainText('Is this right?');
  await textField(page, 'quote').click();
  await chooseAction(page, 'Ask for a check');
  const dialog = page.getByRole('dialog', { name: 'Ask for a check' });
  await expect(dialog.getByRole('combobox', { name: 'About' })).toHaveValue('field');
  await expect(dialog.getByRole('combobox', { name: 'About' })).toContainText('About Quote');
  expect(streams.filter((path) => path.includes('review.test-stream'))).toEqual([]);
  expect(streams.length).toBeGreaterThan(0);
});
