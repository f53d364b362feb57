import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readDeployment, starterFolders } from '../../../apps/deploy/deployment.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { commandsOf } from '../../guide/commands.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { startProxy } from '../../support/nginx.ts';
import { startPostgres } from '../../support/postgres.ts';
import { seededData } from '../../support/stack.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';
import { makeCheckout } from '../start/checkout.ts';
import { holdSocket, visit } from '../start/load.ts';
import { killStarted, startProgram } from '../start/starter.ts';

// Runs the commands of docs/several-servers.md on one machine without systemd. Reads what to start from the unit files, and
// replaces their ports and folders.
const dataDir = temporaryFolder();
const postgres = await closeAfterwards(startPostgres());
cpSync(z.string().parse(process.env[seededData]), dataDir, { recursive: true });
const first = await findFreePorts(6);
const ports = { http: first + 4, https: first + 5 };
/** The ports of the guide, and the ports that replace them here. */
const localPorts: Record<string, number> = { 3001: first + 2, 3002: first + 3 };
const env = {
  DATA_DIR: dataDir,
  DATABASE_URL: await postgres.createDatabase(),
  CONTENT_LAKE_PORT: String(first),
  RAZORPAY_SANDBOX_PORT: String(first + 1),
  SITE_URL: `https://www.agency.test:${ports.https}`,
  TRUST_PROXY: 'loopback',
  PAYMENT_ORDERS_PER_MINUTE: '100000',
  PAYMENT_ORDERS_PER_HOUR: '100000',
};
let proxy: TlsProxy;
const units = new Map<string, ReturnType<typeof startProgram>>();
const newer = await makeCheckout({
  sources: { 'web/server.ts': (text) => `${text}// A later release.\n` },
});
afterAll(async () => {
  killStarted();
  await proxy?.stop();
  rmSync(newer, { recursive: true, force: true });
});

/** Starts a unit's command, as systemd does. */
async function enable(unit: string) {
  const [, name = '', instance = '', kind = 'service'] = /^([a-z]+@?)(\d*)(?:\.(\w+))?$/.exec(unit) ?? [];
  const port = localPorts[instance];
  const file = readFileSync(path.join(projectRoot, 'deploy', `${name}.${kind}`), 'utf8');
  const set = (key: string) =>
    new RegExp(`^${key}=(.*)$`, 'm').exec(file)?.[1]?.replaceAll('%i', String(port));
  if (kind === 'socket') return expect(set('ListenStream')).toBe(`127.0.0.1:${port}`);
  const [program = '', ...args] = (set('ExecStart') ?? '')
    .replaceAll('/srv/site/', `${projectRoot}/`)
    .split(' ');
  const [variable = '', value = ''] = (set('Environment') ?? '').split('=');
  const own = { ...env, ...(variable ? { [variable]: value } : {}) };
  const held: [string, string[]] = ['perl', ['-e', holdSocket, String(port), program, ...args]];
  const run = startProgram(set('Requires')?.includes('.socket') ? held : [program, args], own);
  units.set(unit, run);
  await run.waitForOutput('Press Ctrl-C to stop everything');
}

/** Starts nginx in front of the sites, as the guide does. */
async function proxyAfter(sed: string) {
  const file = path.join(dataDir, 'nginx.conf');
  copyFileSync(path.join(projectRoot, 'deploy/nginx.conf'), file);
  execFileSync('sh', ['-c', sed.replace('/etc/nginx/conf.d/site.conf', file)]);
  const upstream = /upstream site \{.*?\n\}/s.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  const sites = [...upstream.matchAll(/server 127\.0\.0\.1:(\d+);/g)].map(
    ([, port = '']) => localPorts[port] ?? 0,
  );
  expect(sites).toEqual(Object.values(localPorts));
  return startProxy(sites, ports);
}

test('the commands of the guide set up lake and sites, and switch releases without a failed request', async () => {
  const [setUp = ''] = commandsOf('several-servers.md', 'The first server');
  for (const line of setUp.trim().split('\n')) {
    const enabled = /^systemctl enable --now (.*)$/.exec(line)?.[1];
    if (enabled) for (const unit of enabled.split(' ')) await enable(unit);
    else if (line.startsWith('sed ')) proxy = await proxyAfter(line);
    else if (line.startsWith('cp '))
      execFileSync('sh', ['-c', `ls ${line.split(' ').slice(1, -1).join(' ')}`], { cwd: projectRoot });
    else expect(line).toMatch(/^(cd \/srv\/site|systemctl daemon-reload|nginx -t|systemctl reload nginx)$/);
  }
  expect([...units.keys()]).toEqual(['lake', 'site@3001', 'site@3002']);
  const releases = () => starterFolders(dataDir).map((folder) => readDeployment(folder, 'current')?.release);
  const before = releases();
  expect(new Set(before).size).toBe(1);
  expect(before.length).toBe(3);

  const [deploy = ''] = commandsOf('several-servers.md', 'Update and roll back');
  const visitors = visit(proxy);
  for (const folder of [newer, projectRoot]) {
    const commands = deploy
      .replace('/srv/site', folder)
      .replace('sudo -u site git pull', ':')
      .replaceAll('sudo -u site ', '');
    const { stdout } = await promisify(execFile)('sh', ['-euc', commands], {
      env: { ...process.env, NODE_ENV: 'production', ...env },
    });
    expect(stdout.match(/Release \w+ is running\./g)?.length).toBe(3);
    if (folder === newer) for (const release of releases()) expect(release).not.toBe(before[0]);
    else expect(releases()).toEqual(before);
  }
  const responses = await visitors.end();
  expect(responses.filter((response) => !/^(200|404)/.test(response))).toEqual([]);
});

test('a hanging lake is killed and restarted, even if it runs alone', async () => {
  const lake = units.get('lake');
  const [pid] = execFileSync('pgrep', ['-P', String(lake?.child.pid), '-f', 'accounts/server'], {
    encoding: 'utf8',
  }).split('\n');
  process.kill(Number(pid), 'SIGSTOP');
  expect((await fetch(`http://localhost:${localPorts[3001]}/readyz`)).status).toBe(503);
  await lake?.waitForOutput('keep-alives');
  await expect.poll(async () => (await proxy.get('/readyz')).status).toBe(200);
  expect((await proxy.get('/staff/sign-in')).status).toBe(200);
});

test('npm scripts start the same commands as the units', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')));
  for (const [script, unit] of [
    ['lake:serve', 'lake'],
    ['site', 'site@'],
  ] as const)
    expect(readFileSync(path.join(projectRoot, 'deploy', `${unit}.service`), 'utf8')).toContain(
      `node ${scripts[script]?.replace(/.*(?=apps\/start)/, '')}\n`,
    );
});
