import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePorts } from '../../apps/ports.ts';
import { findOrInstall } from '../support/debian-package.ts';
import { inMilliseconds, percentile } from '../support/percentile.ts';
import type { Stack } from '../support/stack.ts';
import type { BenchRow } from './run.ts';

const connections = 32;
const rounds = 3;
const seconds = 5;

const programs = { 'nginx-light': '/usr/sbin/nginx', wrk: '/usr/bin/wrk' };

type Load = { perSecond: number; median: number; p99: number };

/** Requests a second of the home page, in turns with nginx that sends the same HTML as a file. */
export async function requestsBesideNginx(stack: Stack): Promise<BenchRow[]> {
  const what = `requests a second of the home page, ${connections} connections`;
  try {
    for (const [name, file] of Object.entries(programs))
      findOrInstall(() => (existsSync(file) ? file : undefined), { name, missing: `${file} is missing.` });
  } catch {
    return [{ what, measured: 'not measured: nginx and wrk are not installed' }];
  }
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
      what: 'answer time under this load, median and p99',
      measured: `${inMilliseconds(middle(site, 'median'))}, ${inMilliseconds(middle(site, 'p99'))}`,
      reference: `nginx ${inMilliseconds(middle(file, 'p99'))}, 20 ms`,
    },
    { what: 'memory of the site after it', measured: `${residentMegabytes(stack.pid('site'))} MB` },
  ];
}

async function serveFile(html: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-nginx-'));
  // Its workers are another user.
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

function load(url: string, encodings = 'identity'): Load {
  const output = execFileSync(
    programs.wrk,
    ['-t1', `-c${connections}`, `-d${seconds}`, '--latency', '-H', `accept-encoding: ${encodings}`, url],
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
