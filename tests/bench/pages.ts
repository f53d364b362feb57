import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { buildIfStale } from '../../apps/build/build.ts';
import { lakeCommand } from '../../apps/start/first-run.ts';
import { describeServices } from '../../apps/start/services.ts';
import { writeDataset } from '../integration/site/seed-with-markers.ts';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { findOrInstall } from '../support/debian-package.ts';
import { listen } from '../support/listen.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { requestRaw } from '../support/raw-request.ts';
import { pathOf, seedDocuments } from '../support/seed-content.ts';
import { type Stack, startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const manyCities = 10_000;

const publicUrl = { SITE_URL: 'https://www.agency.example' };

/** Measures page weights on the wire, requests a second, and many city pages. */
export default async function pages(): Promise<BenchRow[]> {
  const building = performance.now();
  await buildIfStale(console.log);
  const built = Math.round((performance.now() - building) / 1000);
  const stack = await startStack({ env: publicUrl });
  const rows: BenchRow[] = [];
  try {
    rows.push(...(await weights(stack)), await requestsPerSecond(stack));
  } finally {
    await stack.stop();
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-pages-'));
  try {
    await importManyCities(dataDir);
    const large = await startStack({ dataDir, env: publicUrl });
    try {
      rows.push(...(await many(large, built)));
    } finally {
      await large.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return rows;
}

/** Fills a lake before the site starts, as a migration does, so that no live events are sent. */
async function importManyCities(dataDir: string): Promise<void> {
  const stack = await startStack({ parts: ['lake'], dataDir });
  const models = seedDocuments().filter(({ _type }) => _type === 'cityPage');
  const documents = Array.from({ length: manyCities / models.length }, (_, round) =>
    models.map((model, at) => {
      const index = round * models.length + at;
      const slug = { _type: 'slug', current: `bench-${index}` };
      return { ...model, _id: `cityPage-bench-${index}`, name: `${model.name} ${index}`, slug };
    }),
  ).flat();
  const folder = writeDataset(documents);
  try {
    const { lake } = describeServices(stack.settings, stack.secrets, { dev: false });
    if (!lake) throw new Error('This bench needs the embedded content lake.');
    await lakeCommand(lake, ['import', folder, '--missing']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await stack.stop();
  }
}

/** Bytes that a server may send before the first confirmation. */
const initialWindow = 14_336;

/** Bytes on the wire. `text` is HTML and CSS. */
type Weight = { path: string; text: number; font: number; total: number };

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

async function weights(stack: Stack): Promise<BenchRow[]> {
  const paths = (await sitemapUrls(stack)).map((url) => new URL(url).pathname);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    const all: Weight[] = [];
    for (const page of paths)
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1280, height: 900 },
      ])
        all.push(await weigh(browser, stack, page, viewport));
    const isForm = ({ path: page }: Weight) => page === '/contact' || page === '/pay-online';
    const content = all.filter((weight) => !isForm(weight));
    const heaviest = (what: string, list: Weight[], size: (weight: Weight) => number, reference: string) => {
      const worst = list.reduce((a, b) => (size(b) > size(a) ? b : a));
      return { what, measured: `${kilobytes(size(worst))} (${worst.path})`, reference };
    };
    const sum = all.reduce((bytes, { text }) => bytes + text, 0) / 2;
    return [
      {
        what: `HTML and CSS of all ${paths.length} pages of the sitemap`,
        measured: `${Math.round(sum)} bytes`,
        reference: `${paths.length * initialWindow} bytes`,
      },
      heaviest('HTML and CSS, heaviest page', all, ({ text }) => text, kilobytes(initialWindow)),
      heaviest('fonts, heaviest page', all, ({ font }) => font, '30 kB'),
      heaviest(
        'first load with pictures of the first screen, heaviest content page',
        content,
        ({ total }) => total,
        '100 kB',
      ),
    ];
  } finally {
    await browser.close();
  }
}

/** Returns the bytes on the wire of a visit with an empty cache, without prefetches. */
async function weigh(
  browser: Browser,
  stack: Stack,
  pagePath: string,
  viewport: { width: number; height: number },
): Promise<Weight> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const weight = { path: pagePath, text: 0, font: 0, total: 0 };
  const types = new Map<string, string>();
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Document' && new URL(response.url).pathname !== pagePath) return;
    if (/^(Document|Stylesheet|Font|Script|Image)$/.test(type)) types.set(requestId, type);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (types.has(requestId)) weight.total += encodedDataLength;
    if (/^(Document|Stylesheet)$/.test(types.get(requestId) ?? '')) weight.text += encodedDataLength;
    if (types.get(requestId) === 'Font') weight.font += encodedDataLength;
  });
  await page.goto(`${stack.siteUrl}${pagePath}`, { waitUntil: 'networkidle' });
  // Islands load on the first interaction.
  await page.mouse.move(100, 100);
  const form = page.locator('main form');
  if ((await form.count()) > 0)
    await form.getByRole('button').and(page.locator(':enabled')).first().waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return weight;
}

const connections = 32;

/** Measures requests a second of the home page, alternating with a bare Node server that sends the same bytes. */
async function requestsPerSecond(stack: Stack): Promise<BenchRow> {
  const what = `requests a second of the home page as Brotli, ${connections} connections, median of 3`;
  const wrk = '/usr/bin/wrk';
  findOrInstall(() => (existsSync(wrk) ? wrk : undefined), { name: 'wrk', missing: 'Install wrk.' });
  const load = async (url: string) => {
    const options = ['-t1', `-c${connections}`, '-d5', '-H', 'accept-encoding: gzip, br', url];
    const { stdout } = await promisify(execFile)(wrk, options);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Some requests to ${url} failed:\n${stdout}`);
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  };
  const sent = { 'accept-encoding': 'br', connection: 'keep-alive' };
  const { headers, body } = await requestRaw(stack.settings.port, '/', { headers: sent });
  const bare = createServer((_request, response) => {
    response.writeHead(200, headers).end(body);
  });
  const bareUrl = `http://127.0.0.1:${await listen(bare)}/`;
  const [site, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    reference.push(await load(bareUrl));
    site.push(await load(`${stack.siteUrl}/`));
  }
  bare.closeAllConnections();
  bare.close();
  return {
    what,
    measured: String(Math.round(percentile(site, 50))),
    reference: `bare Node ${Math.round(percentile(reference, 50))}`,
  };
}

/** Returns the bytes of a page's compressed body. */
async function packedSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length'));
}

async function sitemapUrls(stack: Stack): Promise<string[]> {
  const sitemap = await fetchAll(`${stack.siteUrl}/sitemap.xml`);
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
}

async function fetchAll(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  return response.text();
}

/** Returns the milliseconds of a visit to each of 200 city pages. */
async function visitCities(stack: Stack): Promise<number[]> {
  const visits: number[] = [];
  for (let index = 7; index < manyCities; index += manyCities / 200) {
    const started = performance.now();
    await fetchAll(`${stack.siteUrl}/seo-services-bench-${index}`);
    visits.push(performance.now() - started);
  }
  return visits;
}

async function many(stack: Stack, built: number): Promise<BenchRow[]> {
  const visits = await visitCities(stack);
  const started = performance.now();
  const listed = await sitemapUrls(stack);
  const took = performance.now() - started;
  const list = await packedSize(`${stack.siteUrl}/seo-locations`);
  const states = [
    ...(await fetchAll(`${stack.siteUrl}/seo-locations`)).matchAll(/href="(\/seo-locations\/[^"]+)"/g),
  ];
  const sizes = await Promise.all(states.map(([, href = '']) => packedSize(`${stack.siteUrl}${href}`)));
  const expected = manyCities + seedDocuments().flatMap((document) => pathOf(document) ?? []).length;
  return [
    {
      what: 'build, which requests no content',
      measured: built > 1 ? `${built} s` : 'built before',
      reference: '120 s',
    },
    {
      what: `first visit to one of ${manyCities} unbuilt city pages, p95 of ${visits.length}`,
      measured: inMilliseconds(percentile(visits, 95)),
      reference: '100 ms',
    },
    {
      what: `list of ${manyCities} cities, and the largest of its ${sizes.length} states`,
      measured: `${kilobytes(list)}, ${kilobytes(Math.max(...sizes))}`,
      reference: '100 kB',
    },
    {
      what: `sitemap of ${expected} pages and those of states`,
      measured: `${new Set(listed).size}, ${inMilliseconds(took)}`,
      reference: `${expected}`,
    },
  ];
}
