import type { Page } from '@playwright/test';
import { documents, singletonTypes } from '#schemas/index.ts';
import { siteSettings } from '#schemas/singletons/site-settings.ts';
import { chooseAction, expect, openDocument, test, testimonial, visit } from './studio.ts';

/** Words of programmers, keys of texts that Sanity lacks, names in code, and dates unlike “27 Nov 2030”. */
const rawTexts = [
  /\b(?:slug|revision|untitled|altitude|no style|json|resolving|annotation|hotspot|undefined)\b/i,
  /collections of document changes|restore this document|global presence|\b(?:Inr|Aed)\b|YYYY|\b\d00000\b/,
  /^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+(?<!\.png)$/,
  /\b[a-z]{2,}[A-Z]\w*/,
  /\b[A-Z][a-z]{2} \d{1,2}, \d{4}|\d{4}-\d\d-\d\d|\d:\d\d (?:AM|PM)\b/,
];

/** Reads every text of the page that somebody can see or hear, without placeholders such as `{launchTime}`. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const spoken = ['aria-label', 'placeholder', 'title', 'alt'];
    const texts = [...document.body.querySelectorAll('*')].flatMap((element) =>
      element.matches('script, style') || !(element.checkVisibility() || element.matches('option'))
        ? []
        : [
            ...spoken.map((name) => element.getAttribute(name) ?? ''),
            ...[...element.childNodes].map((node) => (node instanceof Text ? node.data : '')),
          ],
    );
    return texts.map((text) => text.replaceAll(/\{.*?\}/g, '').trim()).filter(Boolean);
  });

test('no view of the Studio has a raw word', { tag: '@endurance' }, async ({ page, content }) => {
  const raw = new Map<string, string>();
  const check = async (view: string) => {
    const texts = await textsOf(page);
    expect(texts.length, view).toBeGreaterThan(20);
    for (const text of texts) if (rawTexts.some((pattern) => pattern.test(text))) raw.set(text, view);
  };

  for (const { type, list } of documents) {
    const id = await content.fetch('*[_type == $type && !(_id in path("drafts.**"))][0]._id', {
      type: type.name,
    });
    await openDocument(page, type.name, id);
    if (type.fields.some(({ group }) => group)) await page.getByRole('tab', { name: 'All fields' }).click();
    const last = type.fields.findLast((field) => field.type !== 'boolean')?.name;
    await expect(page.getByTestId(new RegExp(`^field(set)?-${last}`)).first()).toBeAttached();
    await check(`list and form of ${list.title}`);
  }
  for (const type of singletonTypes) {
    await openDocument(page, type, type);
    if (type === siteSettings.name) await page.getByRole('tab', { name: 'Contact' }).click();
    await check(type);
  }

  await visit(page, '/studio/structure/redirect');
  for (const [button, item] of [
    ['global-perspective-menu-button', 'New release'],
    ['pane-context-menu-button', 'Sort by From'],
  ] as const) {
    await page.getByTestId(button).last().click();
    await expect(page.getByText(item)).toBeVisible();
    await check(button);
    await page.keyboard.press('Escape');
  }
  for (const name of ['Create new document', 'Who is online', 'More', 'Local Administrator']) {
    await page.getByRole('button', { name, exact: true }).first().click();
    await check(name);
    await page.keyboard.press('Escape');
  }

  for (const [tool, text] of [
    ['start', 'Usual tasks'],
    ['start/calendar', 'All times are in India'],
    ['releases', 'A release publishes changes'],
    ['launch', 'Social profiles without an address'],
    ['pictures', 'work-shop.png'],
    ['structure/trash', /^The trash is empty|^Restored documents/],
    ['presentation?preview=/about', 'On the site at /about'],
  ] as const) {
    await visit(page, `/studio/${tool}`);
    await expect(page.getByText(text).or(page.getByLabel(text)).first()).toBeVisible();
    await check(tool);
  }

  await content.createOrReplace(testimonial('test-raw'));
  await content.createOrReplace({ ...testimonial('drafts.test-raw'), role: 'Another role' });
  await openDocument(page, 'testimonial', 'test-raw');
  await page.getByTestId('pane-context-menu-button').last().click();
  await check('menu of a document');
  await page.getByRole('menuitem', { name: 'History' }).click();
  await page.getByTestId('timeline-item-button').last().click();
  await expect(page.getByRole('tab', { name: 'Review changes' })).toBeVisible();
  await check('history');
  await page.getByRole('tab', { name: 'Review changes' }).click();
  await check('review of changes');
  await openDocument(page, 'testimonial', 'test-raw');
  await chooseAction(page, 'Schedule publish');
  await expect(page.getByRole('dialog').getByTestId('date-input')).toBeVisible();
  await check('dialog of a schedule');

  expect(Object.fromEntries(raw)).toEqual({});
});
