import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, ensureChromium } from '../support/chromium.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { cityPath } from '../support/routes.ts';
import { startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const rounds = 11;
const goal = 1050;

/** Chromium's "3G" preset and the processor of a cheap phone. Bytes a second, milliseconds. */
const network = { offline: false, latency: 562.5, downloadThroughput: 188_744, uploadThroughput: 86_400 };
const slowdown = 4;

/** Measures the first paint of text on a slow phone, alternating with the same page with its styles in a separate file. */
export default async function firstPaint(): Promise<BenchRow[]> {
  const stack = await startStack({ parts: ['lake', 'site'] });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs });
  try {
    const rows: BenchRow[] = [];
    for (const path of ['/', cityPath('gurgaon'), '/contact', '/pay-online', '/tender-services']) {
      const apart = await serveStylesApart(`${stack.siteUrl}${path}`);
      const [times, others]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        times.push(await paint(browser, `${stack.siteUrl}${path}`));
        others.push(await paint(browser, `${apart.url}${path}`));
      }
      apart.close();
      rows.push({
        what: `first paint of ${path}, 3G and a processor ${slowdown} times as slow, median of ${rounds}`,
        measured: inMilliseconds(percentile(times, 50)),
        reference: `${goal} ms; with a style sheet apart ${inMilliseconds(percentile(others, 50))}`,
      });
    }
    return rows;
  } finally {
    await browser.close();
    await stack.stop();
  }
}

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

/** Starts a server for one page whose styles are in a separate file. */
async function serveStylesApart(url: string) {
  const html = await (await fetch(url)).text();
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  if (style === '') throw new Error(`${url} has no styles inside.`);
  const page = brotliCompressSync(
    html.replace(/<style>.*?<\/style>/s, '<link rel="stylesheet" href="/apart.css">'),
  );
  const sheet = brotliCompressSync(style);
  const { origin } = new URL(url);
  const server = createServer((request, response) => {
    const isSheet = request.url === '/apart.css';
    if (!isSheet && request.url !== new URL(url).pathname)
      return response.writeHead(307, { location: `${origin}${request.url}` }).end();
    return response
      .writeHead(200, {
        'content-type': isSheet ? 'text/css' : 'text/html; charset=utf-8',
        'content-encoding': 'br',
      })
      .end(isSheet ? sheet : page);
  }).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
