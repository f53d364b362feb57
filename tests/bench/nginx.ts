import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findFreePorts } from '../../apps/environment/ports.ts';
import { findOrInstall } from '../support/debian-package.ts';
import { startProxy } from '../support/nginx.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import type { Stack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const connections = 32;
const rounds = 3;
const seconds = 5;

/** Headers with which a stranger could try to bypass the cache. */
const claims = {
  'an invented preview': 'cookie: __prerender_bypass=x; preview-pass=9999999999999..x',
  'data for scripts': 'rsc: 1',
};

const programs = {
  'nginx-light': '/usr/sbin/nginx',
  wrk: '/usr/bin/wrk',
  'nghttp2-client': '/usr/bin/h2load',
};

type Load = { perSecond: number; median: number; p99: number };

/** Measures requests a second of the home page, alternating with nginx that serves the same HTML as a file. */
export async function requestsComparedWithNginx(stack: Stack): Promise<BenchRow[]> {
  const what = `requests a second of the home page, ${connections} connections`;
  try {
    for (const [name, file] of Object.entries(programs))
      findOrInstall(() => (existsSync(file) ? file : undefined), { name, missing: `${file} is missing.` });
  } catch {
    return [{ what, measured: 'not measured: nginx, wrk and h2load are not installed' }];
  }
  // Installing nginx blocks this process, and meanwhile the site has closed idle connections that would be used again.
  await setImmediate();
  const html = await (await fetch(`${stack.siteUrl}/`)).text();
  const nginx = await serveFile(html);
  const site: Load[] = [];
  const file: Load[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      file.push(load(nginx.url));
      site.push(load(`${stack.siteUrl}/`));
    }
  } finally {
    await nginx.stop();
  }
  const packed = load(`${stack.siteUrl}/`, 'gzip, br');
  const claimed = Object.entries(claims).map(([claim, header]): BenchRow => {
    const { perSecond } = load(`${stack.siteUrl}/`, 'identity', header);
    return { what: `the same for ${claim}`, measured: `${Math.round(perSecond)}` };
  });
  const middle = (loads: Load[], key: keyof Load) =>
    percentile(
      loads.map((one) => one[key]),
      50,
    );
  const [own, reference] = [middle(site, 'perSecond'), middle(file, 'perSecond')];
  return [
    {
      what,
      measured: `${Math.round(own)}, of nginx ${(own / reference).toFixed(2)}`,
      reference: `nginx ${Math.round(reference)}, 0.15 of it`,
    },
    {
      what: 'the same as Brotli',
      measured: `${Math.round(packed.perSecond)}, p99 ${inMilliseconds(packed.p99)}`,
    },
    {
      what: 'response time under this load, median and p99',
      measured: `${inMilliseconds(middle(site, 'median'))}, ${inMilliseconds(middle(site, 'p99'))}`,
      reference: `nginx ${inMilliseconds(middle(file, 'p99'))}, 20 ms`,
    },
    ...claimed,
    ...(await behindProxy(stack.settings.port, html)),
    { what: 'memory of the site after it', measured: `${residentMegabytes(stack.pid('site'))} MB` },
  ];
}

/** Returns the page as if written by hand: elements and texts, without scripts, attributes for scripts and classes. */
function handWritten(html: string): string {
  return html
    .replaceAll(/<script(?![^>]*ld\+json)[\s\S]*?<\/script>/g, '')
    .replaceAll(/ (?:class|style|data-[\w-]+)="[^"]*"/g, '');
}

/** Measures the home page behind the shipped nginx configuration, alternating with a handwritten page from the same nginx. */
async function behindProxy(site: number, html: string): Promise<BenchRow[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-by-hand-'));
  // nginx may run as another user.
  chmodSync(folder, 0o755);
  const packed = gzipSync(handWritten(html), { level: 9 });
  writeFileSync(path.join(folder, 'index.html.gz'), packed);
  const http = await findFreePorts(3);
  const [https, byHand] = [http + 1, http + 2];
  const proxy = await startProxy([site], { http, https }, { folder, port: byHand });
  const measured: number[] = [];
  const reference: number[] = [];
  try {
    const { headers } = await proxy.get('/', { 'accept-encoding': 'gzip' });
    for (let round = 0; round < rounds; round += 1) {
      reference.push(loadHttp2(`https://localhost:${byHand}/index.html`));
      measured.push(loadHttp2(`https://localhost:${https}/`));
    }
    const [own, hand] = [percentile(measured, 50), percentile(reference, 50)];
    const bytes = Number(headers['content-length']);
    const claimed = Object.entries(claims).map(([claim, header]): BenchRow => {
      const perSecond = loadHttp2(`https://localhost:${https}/`, header);
      return { what: `behind the proxy for ${claim}`, measured: `${Math.round(perSecond)}` };
    });
    return [
      ...claimed,
      {
        what: 'requests a second behind the shipped proxy, TLS and HTTP/2',
        measured: `${Math.round(own)}, of a page by hand ${(own / hand).toFixed(2)}`,
        reference: `by hand ${Math.round(hand)}, 0.5 of it`,
      },
      {
        what: 'bytes of it, as gzip',
        measured: `${bytes}, of a page by hand ${(bytes / packed.length).toFixed(2)}`,
        reference: `by hand ${packed.length}, 1.5 of it`,
      },
    ];
  } finally {
    await proxy.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function loadHttp2(url: string, header = 'accept: */*'): number {
  const output = execFileSync(
    programs['nghttp2-client'],
    [
      '-t1',
      '-c16',
      '-m4',
      `-D${seconds}`,
      '--warm-up-time=1',
      '-H',
      'accept-encoding: gzip',
      '-H',
      header,
      url,
    ],
    { encoding: 'utf8' },
  );
  if (!/ 0 failed, 0 errored, 0 timeout/.test(output) || !/ 0 4xx, 0 5xx/.test(output))
    throw new Error(`Some requests to ${url} failed:\n${output}`);
  return Number(/, ([\d.]+) req\/s/.exec(output)?.[1]);
}

async function serveFile(html: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-nginx-'));
  // nginx's workers run as another user.
  chmodSync(folder, 0o755);
  const port = await findFreePorts(1);
  writeFileSync(path.join(folder, 'index.html'), html);
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `worker_processes auto; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; types { text/html html; }
            server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn(programs['nginx-light'], [
    '-c',
    path.join(folder, 'nginx.conf'),
    '-g',
    'daemon off; error_log stderr;',
  ]);
  const url = `http://127.0.0.1:${port}/`;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    if (child.exitCode !== null) throw new Error('nginx could not start.');
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const inMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

function load(url: string, encodings = 'identity', header = 'accept: */*'): Load {
  const output = execFileSync(
    programs.wrk,
    [
      '-t1',
      `-c${connections}`,
      `-d${seconds}`,
      '--latency',
      '-H',
      `accept-encoding: ${encodings}`,
      '-H',
      header,
      url,
    ],
    { encoding: 'utf8' },
  );
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`Some requests to ${url} failed:\n${output}`);
  const latency = (share: string) => {
    const [, value, unit = ''] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? [];
    return Number(value) * (inMs[unit] ?? Number.NaN);
  };
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(output) ?? [];
  return { perSecond: Number(perSecond), median: latency('50'), p99: latency('99') };
}

function residentMegabytes(pid: number | undefined): string {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) / 1024).toFixed(0);
}
