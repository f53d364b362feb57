import { execFileSync } from 'node:child_process';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { expect, publish, signIn, textField } from '../e2e/studio/studio.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

/** Number of edits in two hours of an editor's work. */
const bursts = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1500);
const burstsPerPublish = 7.5;
const hours = 2;
const steps = 8;

/** Policies that are edited alternately, with the preview open. */
const policies = ['terms-conditions', 'refund-policy', 'privacy-policy'];

/** Checks for memory leaks in lake, site and Studio: two hours of editing in a few minutes. */
export default async function editing(): Promise<BenchRow[]> {
  const stack = await startStack({ parts: ['lake', 'site'] });
  const content = stack.client('administrator', { perspective: 'raw' });
  // Compiled code counts as heap and grows while the compilers still optimize.
  const args = [...chromiumArgs, '--js-flags=--no-opt --no-maglev --no-sparkplug'];
  const browser = await chromium.launch({ executablePath: ensureChromium(), args });
  try {
    const context = await browser.newContext({ viewport: { width: 1500, height: 1000 } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await signIn(page, stack, 'Editor');
    const tab = await context.newCDPSession(page);
    const samples: Awaited<ReturnType<typeof measure>>[] = [];
    for (let burst = 0; burst < bursts; burst++) {
      const turn = Math.floor((burst / bursts) * steps);
      if (turn === samples.length) {
        await openPolicy(page, turn);
        samples.push(await measure(stack, tab));
      }
      await textField(page, 'intro').fill(`Two hours of editing, burst ${burst} of them all`);
      if (Math.floor(burst / burstsPerPublish) < Math.floor((burst + 1) / burstsPerPublish)) {
        await publish(page);
        // Text typed earlier would be published too and leave nothing for the next publish.
        await expect
          .poll(() => content.fetch<number>('count(*[_type == "policy" && _id in path("drafts.**")])'))
          .toBe(0);
      }
    }
    samples.push(await measure(stack, tab));
    return [
      row(
        'memory of the content lake',
        samples.map(({ lake }) => lake),
      ),
      row(
        'memory of the site',
        samples.map(({ site }) => site),
      ),
      row(
        "the Studio's tab, JavaScript heap after GC",
        samples.map(({ heap }) => heap),
      ),
    ];
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** Opens another document in the loaded Studio. */
async function openPolicy(page: Page, turn: number): Promise<void> {
  const policy = policies[turn % policies.length];
  await page.evaluate((address) => {
    history.pushState({}, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/studio/presentation/policy/policy-${policy}?preview=/${policy}`);
  await page.waitForURL(`**/policy-${policy}**`);
  await textField(page, 'intro').waitFor();
}

/** Megabytes. */
async function measure(stack: Stack, tab: CDPSession) {
  await tab.send('HeapProfiler.collectGarbage');
  const { usedSize } = await tab.send('Runtime.getHeapUsage');
  const resident = (part: 'lake' | 'site') =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(stack.pid(part))])) / 1024;
  return { lake: resident('lake'), site: resident('site'), heap: usedSize / 1024 / 1024 };
}

/** Returns figures at even steps, and their slope by least squares without the first two, which are warm-up. */
function row(what: string, values: number[]): BenchRow {
  const warm = values.slice(2);
  const middle = (warm.length - 1) / 2;
  const mean = warm.reduce((sum, value) => sum + value, 0) / warm.length;
  const rise = warm.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const run = warm.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const slope = (rise / run) * (steps / hours);
  return {
    what,
    measured: `${values.map(Math.round).join(' → ')} MB, ${slope.toFixed(1)} MB an hour`,
    reference: 'flat',
  };
}
