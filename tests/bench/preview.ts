import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { openDocument, publish, signIn, textField } from '../e2e/studio/studio.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { countRenders } from '../support/react-renders.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { type BurstStart, timeTyping } from '../support/typing.ts';
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

const starts = ['cleared', 'selected', 'appended'] as const satisfies BurstStart[];

const checkoutSchema = z.object({
  startStack: z.custom<typeof startStack>((value) => value instanceof Function),
});

/**
 * Measures how soon the preview shows a keystroke, and how soon visitors see a publish. `npm run bench preview ../other` types
 * into the home page of another checkout too, in turns with this one: its figures are the reference.
 */
export default async function preview(): Promise<BenchRow[]> {
  const other = process.argv.slice(2).find((word) => word.includes('/'));
  const stack = await startStack({ parts: ['lake', 'site'] });
  const otherStack = other && (await startStackOf(path.resolve(other)));
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    const large = await typeInHeadline(browser, otherStack ? [stack, otherStack] : [stack]);
    if (otherStack) return large;
    const [first] = targets;
    const quiet = first ? await typeAt(browser, stack, first) : [];
    const busy = await Promise.all(targets.map((target) => typeAt(browser, stack, target)));
    const published = await publishOften(browser, stack);
    return [
      row(`keystroke to preview, ${bursts} bursts`, quiet, '100 ms median, 300 ms p95'),
      ...large,
      row('the same, three editors at once', busy.flat(), '100 ms median, 300 ms p95'),
      row(`click on Publish to visitor, ${bursts} times`, published, '300 ms p95'),
    ];
  } finally {
    await browser.close();
    await stack.stop();
    if (otherStack) await otherStack.stop();
  }
}

async function startStackOf(checkout: string): Promise<Stack> {
  const module = checkoutSchema.parse(await import(path.join(checkout, 'tests/support/stack.ts')));
  return module.startStack({ parts: ['lake', 'site'] });
}

/** Types into the headline of the home page in every way that counts, in turns between the stacks. */
async function typeInHeadline(browser: Browser, stacks: Stack[]): Promise<BenchRow[]> {
  const opened = await Promise.all(
    stacks.map(async (stack) => ({
      ...(await openTarget(browser, stack, homeHeadline)),
      figures: noFigures(),
    })),
  );
  for (const { readCounts } of opened) await readCounts();
  for (let round = 0; round < Math.ceil(bursts / 5); round++)
    for (const start of starts)
      for (const { page, field, preview, selector, readCounts, figures } of opened) {
        await page.bringToFront();
        const burst = { preview, selector, bursts: 5, words: 'as typed', start };
        const { times, fieldTimes } = await timeTyping(field, burst);
        figures[start].preview.push(...times);
        figures[start].field.push(...fieldTimes);
        figures[start].renders.push(...(await readCounts()));
      }
  for (const { page } of opened) await page.context().close();
  const [own, reference] = opened.map(({ figures }) => figures);
  return starts.flatMap((start) =>
    (['field', 'preview', 'renders'] as const).map((what) => ({
      what: `home headline, ${start}: ${what === 'renders' ? 'components rendered' : `key to ${what}`}`,
      measured: own ? summary(own[start][what], what) : '',
      reference: reference ? summary(reference[start][what], what) : goals[what],
    })),
  );
}

type Figures = Record<(typeof starts)[number], Record<'field' | 'preview' | 'renders', number[]>>;
const noFigures = (): Figures => ({ cleared: none(), selected: none(), appended: none() });
const none = () => ({ field: [], preview: [], renders: [] });

const goals = {
  field: '60 ms median, 200 ms p95, 450 ms worst',
  preview: '60 ms median, 200 ms p95, 450 ms worst',
  renders: '150 at most',
};

function summary(figures: number[], what: keyof typeof goals): string {
  const unit = what === 'renders' ? String : inMilliseconds;
  const [median = 0, p95 = 0] = [50, 95].map((rank) => percentile(figures, rank));
  return `median ${unit(median)}, p95 ${unit(p95)}, worst ${unit(Math.max(...figures))} of ${figures.length}`;
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

/** Opens the form and the preview of a field in a browser of its own, and counts the components that each key renders. */
async function openTarget(browser: Browser, stack: Stack, target: Target) {
  const { type, section, field: name, path } = target;
  const page = await enter(browser, stack);
  const { readCounts } = await countRenders(page);
  const id = await stack.client(null).fetch<string>(target.id);
  const fieldPath = section ? `sections[_key=="${section}"].${name}` : name;
  await page.goto(`/studio/presentation/${type}/${id}/${encodeURIComponent(fieldPath)}?preview=${path}`);
  const preview = await (await page.locator('iframe').first().elementHandle())?.contentFrame();
  if (!preview) throw new Error('There is no preview.');
  const shownPath = section ? `sections:${section}.${name}` : name;
  const selector = `[data-sanity*="id=${id};"][data-sanity*="path=${shownPath};"]`;
  await preview.locator(selector).first().waitFor();
  const end = section ? `.${name}` : name;
  const field = page
    .locator(`[data-testid^="field-"][data-testid$="${end}"]`)
    .locator('input, textarea')
    .first();
  await field.waitFor();
  return { page, field, preview, selector, readCounts };
}

async function typeAt(browser: Browser, stack: Stack, target: Target): Promise<number[]> {
  const { page, field, preview, selector } = await openTarget(browser, stack, target);
  const { times } = await timeTyping(field, { preview, selector, bursts, words: 'as typed' });
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
