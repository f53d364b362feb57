import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { publicPaths } from '../support/routes.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const pairs = 5;
/** Pages a second, and seconds of a round. */
const [rate, duration] = [20, 12];
/** Seconds between two publishes. */
const publishEvery = 2;
// A connection for each visit: the server closes idle ones.
const agent = new Agent();

/** The published changes: the first concerns one page, the second all. */
const changes = [
  { what: 'a page', id: 'page-about', field: 'sections[0].heading', on: '/about' },
  { what: 'the settings', id: 'siteSettings', field: 'footerText', on: '/contact' },
];

/** Measures pages in pairs of rounds, without and with publishes, and how long a publish takes to be visible. */
export default async function publishPages(): Promise<BenchRow[]> {
  // With the product's default, which stacks of tests switch off.
  const stack = await startStack({ parts: ['lake', 'site'], env: { STALE_PAGES_MS: '' } });
  try {
    const rows: BenchRow[] = [];
    for (const change of changes) {
      const visible: number[] = [];
      await visit(stack, publicPaths.length / rate);
      await visit(stack, publicPaths.length / rate);
      for (let pair = 1; pair <= pairs; pair++) {
        const quiet = await visit(stack, duration);
        const publishing = publish(stack, change);
        const [busy, times] = await Promise.all([visit(stack, duration), publishing]);
        visible.push(...times);
        rows.push({
          what: `${rate} pages a second, ${change.what} published every ${publishEvery} s, pair ${pair}`,
          measured: summary(busy),
          reference: `without: ${summary(quiet)}`,
        });
        // The last publish has been rendered.
        await visit(stack, publicPaths.length / rate);
      }
      rows.push({
        what: `${change.what}: publish to visible, p95 of ${visible.length}`,
        measured: inMilliseconds(percentile(visible, 95)),
        reference: '300 ms',
      });
    }
    return rows;
  } finally {
    agent.destroy();
    await stack.stop();
  }
}

const summary = (times: number[]) =>
  [50, 95, 99].map((share) => `p${share} ${inMilliseconds(percentile(times, share))}`).join(', ');

/** Visits pages at a constant rate. Returns the milliseconds of each visit from the moment it was due. */
async function visit(stack: Stack, seconds: number): Promise<number[]> {
  const started = performance.now();
  const visits = Array.from({ length: Math.round(seconds * rate) }, async (_, index) => {
    const due = started + (index * 1000) / rate;
    await wait(Math.max(due - performance.now(), 0));
    await read(stack, publicPaths[index % publicPaths.length] ?? '/');
    return performance.now() - due;
  });
  return Promise.all(visits);
}

/** Publishes for a round. Returns the milliseconds until a visitor saw each change. */
async function publish(stack: Stack, { id, field, on }: (typeof changes)[number]): Promise<number[]> {
  const client = stack.client('editor');
  const times: number[] = [];
  const started = performance.now();
  for (let index = 0; index < duration / publishEvery; index++) {
    await wait(Math.max(started + index * publishEvery * 1000 - performance.now(), 0));
    const text = `Published at ${Date.now()}`;
    const began = performance.now();
    await client
      .patch(id)
      .set({ [field]: text })
      .commit({ visibility: 'async' });
    while (!(await read(stack, on, 'identity')).includes(text)) await wait(10);
    times.push(performance.now() - began);
  }
  return times;
}

/** Reads a page as a browser does. */
function read(stack: Stack, path: string, encoding = 'br'): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${stack.siteUrl}${path}`, { agent, headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(chunks).toString())
          : reject(new Error(`${path} responded with ${response.statusCode}.`)),
      );
    }).on('error', reject);
  });
}
