import { type Browser, chromium, type Frame, type Locator, type Page } from '@playwright/test';
import { signIn } from '../e2e/studio/studio.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { cityPath } from '../support/routes.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const bursts = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 30);

/** A field of the site's largest form. */
const homeHeadline = { id: 'page-home', type: 'page', section: 'hero', field: 'heading', path: '/' };

/** How a burst of keystrokes starts: in an empty field, over selected text, or after it. */
const starts = ['cleared', 'selected', 'appended'] as const;

/** Chromium's "3G" preset and the processor of a cheap phone. Bytes a second, milliseconds. */
const network = { offline: false, latency: 562.5, downloadThroughput: 188_744, uploadThroughput: 86_400 };
const slowdown = 4;
const visits = 11;

/** Measures how soon visitors see a page, and how soon the preview shows a keystroke. */
export default async function browserBench(): Promise<BenchRow[]> {
  const stack = await startStack({ parts: ['lake', 'site'] });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    const rows: BenchRow[] = [];
    for (const path of ['/', cityPath('gurgaon'), '/contact', '/pay-online', '/tender-services']) {
      const times: number[] = [];
      for (let visit = 0; visit < visits; visit++)
        times.push(await paint(browser, `${stack.siteUrl}${path}`));
      rows.push(
        row(`first paint of ${path}, 3G and a processor ${slowdown} times as slow`, times, '1050 ms median'),
      );
    }
    return [...rows, ...(await typeInHeadline(browser, stack))];
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** Returns the milliseconds until the first text is painted on a slow phone. */
async function paint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true }),
      ),
  );
  await context.close();
  return painted;
}

/** Types into the headline of the home page in every way that counts. */
async function typeInHeadline(browser: Browser, stack: Stack): Promise<BenchRow[]> {
  const { page, field, preview, selector } = await openHeadline(browser, stack);
  const rows: BenchRow[] = [];
  for (const start of starts) {
    const times = await timeTyping(field, { preview, selector, start });
    const worst = inMilliseconds(Math.max(...times));
    const what = `home headline, ${start}: key to preview, worst ${worst} of ${times.length}`;
    rows.push(row(what, times, '60 ms median, 200 ms p95, 450 ms worst'));
  }
  await page.context().close();
  return rows;
}

const row = (what: string, times: number[], goal: string): BenchRow => ({
  what,
  measured: `median ${inMilliseconds(percentile(times, 50))}, p95 ${inMilliseconds(percentile(times, 95))}`,
  reference: goal,
});

/** Opens the Studio in a separate browser for an editor. */
async function enter(browser: Browser, stack: Stack): Promise<Page> {
  const context = await browser.newContext({
    baseURL: stack.siteUrl,
    viewport: { width: 1500, height: 1000 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, stack, 'Editor');
  return page;
}

/** Opens the form and the preview of the headline. */
async function openHeadline(browser: Browser, stack: Stack) {
  const { id, type, section, field: name, path } = homeHeadline;
  const page = await enter(browser, stack);
  const fieldPath = encodeURIComponent(`sections[_key=="${section}"].${name}`);
  await page.goto(`/studio/presentation/${type}/${id}/${fieldPath}?preview=${path}`);
  const preview = await (await page.locator('iframe').first().elementHandle())?.contentFrame();
  if (!preview) throw new Error('There is no preview.');
  const selector = `[data-sanity*="id=${id};"][data-sanity*="path=sections:${section}.${name};"]`;
  await preview.locator(selector).first().waitFor();
  const field = page
    .locator(`[data-testid^="field-"][data-testid$=".${name}"]`)
    .locator('input, textarea')
    .first();
  await field.waitFor();
  return { page, field, preview, selector };
}

type Change = { text: string; at: number };

/** Records the text of an element of the preview. Returns a function that returns each version and its time. */
async function followText(preview: Frame, selector: string): Promise<() => Promise<Change[]>> {
  await preview.evaluate((target) => {
    const changes: Change[] = [];
    const note = () => {
      const text = document.querySelector(target)?.textContent ?? '';
      if (text !== changes.at(-1)?.text)
        changes.push({ text, at: performance.timeOrigin + performance.now() });
    };
    Object.assign(window, { shownTexts: changes });
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  }, selector);
  return () => preview.evaluate(() => Reflect.get(window, 'shownTexts'));
}

/** Records the text that is typed into a field, in the same way. */
async function followField(field: Locator): Promise<() => Promise<Change[]>> {
  await field.evaluate((element) => {
    const now = () => performance.timeOrigin + performance.now();
    const keystrokes: Change[] = [];
    element.addEventListener('beforeinput', () => keystrokes.push({ text: '', at: now() }));
    element.addEventListener('input', () => {
      const last = keystrokes.at(-1);
      if (!last) return;
      if (element instanceof HTMLTextAreaElement) last.text = element.value;
      if (element instanceof HTMLInputElement) last.text = element.value;
    });
    Object.assign(window, { typedTexts: keystrokes });
  });
  return () => field.evaluate(() => Reflect.get(window, 'typedTexts'));
}

/**
 * Types in bursts into a field. Returns how many milliseconds each keystroke took to show in the preview. A keystroke whose
 * text never showed on its own counts as shown with the next.
 */
async function timeTyping(
  field: Locator,
  { preview, selector, start }: { preview: Frame; selector: string; start: (typeof starts)[number] },
): Promise<number[]> {
  const typed = await followField(field);
  const shown = await followText(preview, selector);
  const isShown = async () =>
    preview.waitForFunction(
      ([target = '', typed]) => document.querySelector(target)?.textContent === typed,
      [selector, await field.inputValue()],
    );
  for (let burst = 1; burst <= bursts; burst++) {
    if (start !== 'appended') await field.press('ControlOrMeta+A');
    if (start === 'cleared') await field.press('Backspace');
    if (start === 'appended') await field.press('End');
    // Each text occurs once, so that it identifies its keystroke.
    const text = start === 'appended' ? ' as typed' : `${burst}: as typed`;
    await field.pressSequentially(text, { delay: 90 });
    await isShown();
  }
  const versions = await shown();
  const keystrokes = await typed();
  return keystrokes.flatMap(({ at }, index) => {
    const later = new Set(keystrokes.slice(index).map(({ text }) => text));
    const first = versions.find((version) => version.at >= at && later.has(version.text));
    return first ? [first.at - at] : [];
  });
}
