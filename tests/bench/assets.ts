import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import { startStack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const MEGABYTE = 1024 * 1024;

/** Measures uploads and picture transforms of a lake in its own process, with an empty dataset. */
export default async function assets(): Promise<BenchRow[]> {
  const stack = await startStack({
    parts: ['lake'],
    seed: false,
  });
  const client = { url: stack.lakeUrl, token: stack.token('administrator'), pid: stack.pid('lake') ?? 0 };
  try {
    return [...(await transforms(client)), ...(await memory(client))];
  } finally {
    await stack.stop();
  }
}

type Client = { url: string; token: string; pid: number };

async function transforms(client: Client): Promise<BenchRow[]> {
  const original = await photograph(1);
  const picture = await upload(client, 'images', original);
  const plain = await timed(async () => {
    await sharp(original).resize(800).webp({ quality: 75, effort: 3 }).toBuffer();
  });
  const sizes = [780, 790, 800, 810, 820];
  const first = (format: string) =>
    sequentially(sizes, (width) => timed(() => fetchAll(`${picture}?w=${width}&fm=${format}`)));
  const webp = await first('webp');
  const avif = await first('avif');
  const cached = await sequentially(Array.from({ length: 300 }), () =>
    timed(() => fetchAll(`${picture}?w=800&fm=webp`)),
  );
  const together = await timed(async () => {
    await Promise.all(Array.from({ length: 50 }, () => fetchAll(`${picture}?w=640&fm=webp`)));
  });
  return [
    {
      what: 'first transform, 4000 × 3000 JPEG to 800 px WebP, median of 5',
      measured: inMilliseconds(median(webp)),
      reference: `${inMilliseconds(plain)} sharp alone`,
    },
    { what: 'first transform to 800 px AVIF, median of 5', measured: inMilliseconds(median(avif)) },
    { what: 'cached transform, p95 of 300', measured: inMilliseconds(percentile(cached, 95)) },
    {
      what: 'one new size requested 50 times at once, until the last response',
      measured: inMilliseconds(together),
    },
  ];
}

async function memory(client: Client): Promise<BenchRow[]> {
  const idle = residentMegabytes(client.pid);
  const files = Array.from({ length: 20 }, () => randomBytes(20 * MEGABYTE));
  const filePeak = await peakWhile(client.pid, () =>
    Promise.all(files.map((file) => upload(client, 'files', file))),
  );
  const pictures = await Promise.all(Array.from({ length: 20 }, (_, n) => photograph(n + 2)));
  const time = performance.now();
  const picturePeak = await peakWhile(client.pid, () =>
    Promise.all(pictures.map((file) => upload(client, 'images', file))),
  );
  const seconds = (performance.now() - time) / 1000;
  return [
    {
      what: 'memory of the lake, 20 uploads of 20 MB at once',
      measured: `${filePeak} MB at most`,
      reference: `${idle} MB before`,
    },
    {
      what: 'memory of the lake, 20 photographs of 12 megapixels at once',
      measured: `${picturePeak} MB at most`,
      reference: `${seconds.toFixed(1)} s for all`,
    },
  ];
}

/** Creates a 4000 × 3000 JPEG with the size and detail of a photo. Each seed gives a different picture. */
async function photograph(seed: number): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 100 + seed * 4, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  return sharp(noise).resize(4000, 3000).jpeg({ quality: 90 }).toBuffer();
}

async function upload(client: Client, kind: 'images' | 'files', body: Buffer): Promise<string> {
  const schema = z.object({ document: z.object({ url: z.string() }) });
  return schema.parse(await send(client, `assets/${kind}/production`, new Uint8Array(body))).document.url;
}

async function send({ url, token }: Client, address: string, body: BodyInit): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/v2025-02-19/${address}`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function fetchAll(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await response.arrayBuffer();
}

function residentMegabytes(pid: number): number {
  return Math.round(
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  );
}

/** Measures a process's highest resident memory in megabytes during a task, ten times a second. */
async function peakWhile(pid: number, task: () => Promise<unknown>): Promise<number> {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, 100);
  try {
    await task();
    return Math.max(peak, residentMegabytes(pid));
  } finally {
    clearInterval(timer);
  }
}

async function sequentially<T, R>(items: T[], task: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) results.push(await task(item, index));
  return results;
}

async function timed(task: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function median(values: number[]): number {
  return percentile(values, 50);
}
