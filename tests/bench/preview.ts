import { type Browser, chromium, type Page } from '@playwright/test';
import { openDocument, publish, signIn, textField } from '../e2e/studio/studio.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { timeTyping } from '../support/typing.ts';
import type { BenchRow } from './run.ts';

const bursts = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 30);

const shownTestimonial =
  '*[_type == "page" && slug.current == "home"][0].sections[_type == "testimonials"][0].testimonials[0]._ref';

/** A field, and the page that shows it. `section` is the key of the section with the field. */
type Target = { id: string; type: string; section?: string; field: string; path: string };

/** Fields that three editors type into, and their place in the preview. */
const targets: Target[] = [
  { id: '"siteSettings"', type: 'siteSettings', field: 'tagline', path: '/about' },
  { id: shownTestimonial, type: 'testimonial', field: 'quote', path: '/' },
  { id: '*[_type == "jobOpening"][0]._id', type: 'jobOpening', field: 'summary', path: '/careers' },
];

/** A field of the site's largest form. */
const homeHeadline: Target = {
  id: '"page-home"',
  type: 'page',
  section: 'hero',
  field: 'heading',
  path: '/',
};

/** Measures how soon the preview shows a keystroke, and how soon visitors see a publish. */
export default async function preview(): Promise<BenchRow[]> {
  const stack = await startStack({ parts: ['lake', 'site'] });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    const [first] = targets;
    const quiet = first ? await typeAt(browser, stack, first) : [];
    const large = await typeAt(browser, stack, homeHeadline);
    const busy = await Promise.all(targets.map((target) => typeAt(browser, stack, target)));
    const published = await publishOften(browser, stack);
    return [
      row(`keystroke to preview, ${bursts} bursts`, quiet, '100 ms median, 300 ms p95'),
      row('the same, headline of the home page', large, '100 ms median, 300 ms p95'),
      row('the same, three editors at once', busy.flat(), '100 ms median, 300 ms p95'),
      row(`click on Publish to visitor, ${bursts} times`, published, '300 ms p95'),
    ];
  } finally {
    await browser.close();
    await stack.stop();
  }
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

async function typeAt(browser: Browser, stack: Stack, target: Target): Promise<number[]> {
  const { type, section, field: name, path } = target;
  const page = await enter(browser, stack);
  const id = await stack.client(null).fetch<string>(target.id);
  const fieldPath = section ? `sections[_key=="${section}"].${name}` : name;
  await page.goto(`/studio/presentation/${type}/${id}/${encodeURIComponent(fieldPath)}?preview=${path}`);
  const frame = await (await page.locator('iframe').first().elementHandle())?.contentFrame();
  if (!frame) throw new Error('There is no preview.');
  const shownPath = section ? `sections:${section}.${name}` : name;
  const selector = `[data-sanity*="id=${id};"][data-sanity*="path=${shownPath};"]`;
  await frame.locator(selector).first().waitFor();
  const end = section ? `.${name}` : name;
  const field = page
    .locator(`[data-testid^="field-"][data-testid$="${end}"]`)
    .locator('input, textarea')
    .first();
  const { times } = await timeTyping(field, { preview: frame, selector, bursts, words: 'as typed' });
  await page.context().close();
  return times;
}

async function publishOften(browser: Browser, stack: Stack): Promise<number[]> {
  const page = await enter(browser, stack);
  const content = stack.client('administrator', { perspective: 'raw' });
  await openDocument(page, 'testimonial', await stack.client(null).fetch<string>(shownTestimonial));
  const times: number[] = [];
  for (let round = 0; round < bursts; round++) {
    const text = `It was number ${round} that convinced us, and nothing else.`;
    await textField(page, 'quote').fill(text);
    await waitUntil(async () => (await content.fetch('count(*[quote == $words])', { words: text })) === 1);
    await page.getByTestId('action-publish').evaluate((button) => {
      button.addEventListener(
        'click',
        () => Object.assign(window, { clickedAt: performance.timeOrigin + performance.now() }),
        {
          once: true,
        },
      );
    });
    await publish(page);
    await waitUntil(async () => (await (await fetch(stack.siteUrl)).text()).includes(text));
    const seen = performance.timeOrigin + performance.now();
    times.push(seen - (await page.evaluate(() => Number(Reflect.get(window, 'clickedAt')))));
  }
  await page.context().close();
  return times;
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}
