import type { Page } from '@playwright/test';
import { placeholderPattern } from '#schemas/placeholders.ts';
import { hardCodedTexts } from '../../support/hard-coded-texts.ts';
import { allPaths, formPaths } from '../../support/routes.ts';
import { beginPreview, expect, test } from './studio.ts';

/** A text of a page and the attribute of the nearest element around it that leads to a field. */
type Shown = { text: string; leadsTo: string | null };
type Field = { id: string; type: string; path: string };

/** Hard-coded texts that no editor can change: those of the published pages, and some of the preview. */
const withoutOwner = [
  ...hardCodedTexts,
  // The year of the copyright, from the clock.
  /^© \d{4}$/,
  /^Twitter$/,
  // Of the payment form itself, and of one without scripts.
  /^Pay part of it$|^You pay |^Paying online needs JavaScript/,
  // Tender portals, of the list of states.
  /^[a-z\d.]+\.(?:gov\.in|nic\.in|com)$/,
  // The way out of the preview.
  /^End preview$/,
];

/** Every text that visitors can read in a page, except what the preview lays over it. */
const textsIn = (page: Page, html: string) =>
  page.evaluate((source) => {
    const { body } = new DOMParser().parseFromString(source, 'text/html');
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found: Shown[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = (node.nodeValue ?? '').trim();
      if (!text || element?.closest('script, style, noscript, sanity-visual-editing, next-route-announcer'))
        continue;
      found.push({ text, leadsTo: element?.closest('[data-sanity]')?.getAttribute('data-sanity') ?? null });
    }
    return found;
  }, html);

const missingPath = '/no-such-page';

/** Texts that the preview of a page shows. The browser itself renders forms and the page for unknown addresses. */
async function previewOf(page: Page, path: string): Promise<string> {
  const isForm = formPaths.includes(path);
  if (!isForm && path !== missingPath) return (await page.request.get(path)).text();
  await page.goto(path);
  await expect(
    page.locator(isForm ? 'form label:not([hidden]) [data-sanity]' : 'h1[data-sanity]').first(),
  ).toBeAttached();
  return page.content();
}

function fieldOf(attribute: string): Field {
  const parts = Object.fromEntries(attribute.split(';').map((part) => part.split('=')));
  return { id: parts.id ?? '', type: parts.type ?? '', path: parts.path ?? '' };
}

/** The value at a path such as `sections:key.points:2`. */
function valueAt(document: unknown, path: string): unknown {
  return path.split(/[.:]/).reduce((value: unknown, step) => {
    if (Array.isArray(value))
      return (
        value.find((item) => item?._key === step) ?? (/^\d+$/.test(step) ? value[Number(step)] : undefined)
      );
    return value !== null && typeof value === 'object' ? Reflect.get(value, step) : undefined;
  }, document);
}

const isDateText = (value: string, text: string) =>
  /^\d{4}-\d\d-\d\d/.test(value) &&
  text.includes(value.slice(0, 4)) &&
  text.includes(new Date(value).toLocaleString('en-IN', { month: 'long', timeZone: 'UTC' }));

/** Whether a text is what a field says, all of it, with its placeholders filled in whatever way. */
function says(value: unknown, text: string): boolean {
  if (typeof value !== 'string') return false;
  const collapse = (raw: string) => raw.replaceAll(/\s+/g, ' ').trim();
  // A split by a pattern with a group has the names of the placeholders at the odd places.
  const parts = collapse(value).split(placeholderPattern);
  const pattern = parts.map((part, index) =>
    index % 2 ? '.*' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  );
  // One that stands for nothing at the end leaves no space behind.
  const whole = pattern.join('').replace(/ \.\*$/, '.*');
  return new RegExp(`^\\(?${whole}\\)?$`).test(collapse(text)) || isDateText(value, text);
}

test('every text of every page opens the field that contains it', { tag: '@endurance' }, async ({
  page,
  content,
  stack,
}) => {
  await beginPreview(page, content, stack.siteUrl);
  const documents = new Map(
    (await content.fetch<{ _id: string }[]>('*[!(_id in path("_.**"))]')).map((one) => [one._id, one]),
  );
  const wrong: string[] = [];
  const lost: string[] = [];
  let right = 0;
  for (const path of [...allPaths, missingPath]) {
    const html = await previewOf(page, path);
    for (const { text, leadsTo } of await textsIn(page, html)) {
      const field = leadsTo ? fieldOf(leadsTo) : null;
      const value = field && valueAt(documents.get(field.id), field.path);
      if (says(value, text)) right++;
      else if (typeof value === 'string') wrong.push(`${path}: "${text}" leads to ${leadsTo}, "${value}"`);
      else if (!withoutOwner.some((pattern) => pattern.test(text)))
        lost.push(`${path}: "${text}" (${leadsTo})`);
    }
    expect(html, `${path} shows no source markers`).not.toMatch(/[\u{F0000}-\u{10FFFF}]/u);
  }
  const share = right / (right + wrong.length + lost.length);
  console.log(`${right} texts lead to their fields: ${(100 * share).toFixed(1)} %, ${lost.length} do not`);
  expect(wrong).toEqual([]);
  expect(
    share,
    [...new Set(lost.map((line) => line.replace(/^\S+ /, '')))].join('\n'),
  ).toBeGreaterThanOrEqual(0.98);
});
