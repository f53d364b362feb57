import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { openControl } from 'content-lake/control';
import { describe, expect, test } from 'vitest';
import { listBackups } from '../../../apps/backup/stored-backups.ts';
import { adoptStaticFiles } from '../../../apps/build/build.ts';
import { readDeployment, writeDeployment } from '../../../apps/deploy/deployment.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { findFreePorts, portsInUse } from '../../../apps/environment/ports.ts';
import { fillDisk, onFullDisk, onReadOnlyDisk } from '../../support/disk.ts';
import { logLines } from '../../support/log-lines.ts';
import { startProxy } from '../../support/nginx.ts';
import { newBill } from '../payments/shop.ts';
import { folderOf, holdSocket, makeRelease, removeRelease, visit } from './load.ts';
import { beginWithSeed, descendants, isAlive, preparePlace, startProgram } from './starter.ts';

const place = preparePlace();

function start(
  env: Record<string, string> = {},
  options: string[] = [],
  [program, args]: [string, string[]] = [process.execPath, ['apps/start.ts']],
) {
  return startProgram([program, [...args, ...options]], { ...place.env, ...env });
}

function deployment() {
  const current = readDeployment(place.dataDir, 'current');
  if (!current) throw new Error('Nothing is running.');
  return current;
}

/** Returns the status of the content lake's health check; 0 without a response. */
const lakeStatus = () =>
  fetch(`http://localhost:${place.ports.lake}/v1/ping`).then(
    ({ status }) => status,
    () => 0,
  );

/** Sends JSON as a customer, or with an authorization. */
const postJson = (address: string, body: object, authorization = '') =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: JSON.stringify(body),
  });

/** Runs `npm run deploy` and returns its exit code and output. */
const deploy = () =>
  promisify(execFile)(process.execPath, ['apps/deploy.ts'], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: place.dataDir },
  });

describe('npm start', () => {
  test('serves site and Studio, makes a backup, stops on Ctrl-C, restarts on the same data, and stops with npm', {
    tags: 'protect',
  }, async () => {
    const backups = `${place.dataDir}-backups`;
    for (const round of ['first', 'second']) {
      const format = round === 'first' ? 'json' : 'text';
      // In the second round, the backup folder cannot be read, as if a remote disk were unavailable.
      const BACKUP_DIR = path.join(backups, ...listBackups(backups).map(({ name }) => name));
      const npm: [string, string[]] = ['npm', ['start']];
      const run = start({ LOG_FORMAT: format, BACKUP_DIR }, [], round === 'first' ? undefined : npm);
      await run.waitForOutput('Press Ctrl-C to stop everything');
      await run.waitForOutput(round === 'first' ? 'A backup was written to' : 'The backup failed');
      const site = `http://localhost:${place.ports.site}`;
      const home = await fetch(site);
      expect(home.status, `${round} start`).toBe(200);
      expect(await home.text()).toContain('Smarter Growth. Accurate Results.');
      expect((await fetch(`${site}/studio`)).status).toBe(200);
      expect(run.output().includes('Importing the initial content')).toBe(round === 'first');

      // Text is for people on a terminal, JSON for programs.
      if (format === 'text') {
        expect(run.output()).toMatch(/^ {2}Site {5,}http:/m);
        expect(run.output().split('Press Ctrl-C to stop everything.')[1]).toMatch(
          /^\n\S+Z The backup failed[^\n]*\n$/,
        );
      } else
        expect(logLines(run.output().trim().split('\n')).map(({ service }) => service)).toContain(
          'content lake',
        );
      const all = descendants(run.child.pid ?? 0);
      expect(all.length).toBeGreaterThanOrEqual(3);
      // A terminal sends Ctrl-C to all processes.
      if (round === 'first') for (const pid of all) process.kill(pid, 'SIGINT');
      run.child.kill(round === 'first' ? 'SIGINT' : 'SIGTERM');
      const [code] = await run.ended;
      if (round === 'first') expect(code).toBe(0);
      expect(run.output()).not.toContain('unexpectedly');
      await expect.poll(() => all.filter(isAlive)).toEqual([]);
      expect(await portsInUse([place.ports.site, place.ports.lake, place.ports.sandbox])).toEqual([]);
    }
    rmSync(backups, { recursive: true });
  });

  test('switches, rolls back and restarts behind nginx without a failed request or a page without styles', {
    tags: 'protect',
  }, async () => {
    beginWithSeed(place);
    const proxy = await startProxy([place.ports.site], place.ports);
    const env = {
      SITE_URL: proxy.url,
      TRUST_PROXY: 'loopback',
      PAYMENT_ORDERS_PER_MINUTE: '100000',
      PAYMENT_ORDERS_PER_HOUR: '100000',
      // As with npm, the starter ends with its parent, which holds the socket here.
      npm_lifecycle_event: 'start',
    };
    const run = start(
      env,
      [],
      ['perl', ['-e', holdSocket, String(place.ports.site), process.execPath, 'apps/start.ts']],
    );
    const starter = () => descendants(run.child.pid ?? 0)[0] ?? 0;
    await run.waitForOutput('Press Ctrl-C to stop everything');
    const before = descendants(run.child.pid ?? 0);
    const visitors = visit(proxy);
    const current = deployment();
    const { release } = current;
    try {
      makeRelease(release, 'other');
      adoptStaticFiles(current, 'other');
      writeDeployment(place.dataDir, 'requested', {
        ...current,
        release: 'other',
        at: new Date().toISOString(),
      });
      await run.waitForOutput('Release other is running.');
      const after = descendants(run.child.pid ?? 0);
      expect(before.filter((pid) => !after.includes(pid)).length).toBe(1);
      await expect.poll(async () => (await proxy.get('/')).body).toContain('--of-other:');

      expect((await deploy()).stdout).toContain(`Release ${release} is running.`);
      await expect.poll(async () => (await proxy.get('/')).body).not.toContain('--of-other:');
      // Open pages of other hosts still refer to it.
      for (const file of globSync('static/chunks/other-*.css', { cwd: folderOf(release) }))
        expect((await proxy.get(`/_next/${file}`)).status).toBe(200);

      const twice = await Promise.all([deploy(), deploy()]);
      for (const { stdout } of twice) expect(stdout).toContain(`Release ${release} is running.`);
      await expect.poll(() => descendants(run.child.pid ?? 0).filter(isAlive).length).toBe(before.length);
      writeFileSync(path.join(place.dataDir, 'wanted.json'), '{}');
      await run.waitForOutput('The requested deployment cannot be read');

      writeDeployment(place.dataDir, 'requested', { ...current, release: 'damaged' });
      await run.waitForOutput('Could not switch to release damaged');

      const earlier = deployment().at;
      process.kill(starter(), 'SIGTERM');
      await expect.poll(() => deployment().at).not.toBe(earlier);
      const responses = await visitors.end();
      expect(responses.filter((response) => !/^(200|404)/.test(response))).toEqual([]);
    } finally {
      await visitors.end();
      await proxy.stop();
      removeRelease('other', release);
    }

    // A release whose sources are missing does not stop the content lake either.
    const requested = {
      ...current,
      release: 'without services',
      root: place.dataDir,
      services: 'other ones',
    };
    writeDeployment(place.dataDir, 'requested', requested);
    await run.waitForOutput('Could not switch to release without services');
    await expect.poll(lakeStatus).toBe(200);
    const all = descendants(run.child.pid ?? 0);
    run.child.kill('SIGKILL');
    await expect.poll(() => all.filter(isAlive)).toEqual([]);
  });

  test('serves pages while the content lake hangs, and on a full or read-only disk', async () => {
    const site = `http://localhost:${place.ports.site}`;
    const statusOf = (path: string) => fetch(site + path).then(({ status }) => status);
    // Every order has a new bill, since the order of a known bill needs no write.
    const order = () => postJson(`${site}/api/create-razorpay-order`, newBill());
    beginWithSeed(place);
    let run = start();
    await run.waitForOutput('Press Ctrl-C to stop everything');
    const page = await (await fetch(`${site}/digital-marketing`)).text();
    const pictures = [...page.matchAll(/(\/media\/\S+) \d+w/g)].map(([, one = '']) =>
      one.replaceAll('&amp;', '&'),
    );
    const visited = ['/', '/digital-marketing', '/sitemap.xml'];
    for (const path of visited) expect(await statusOf(path)).toBe(200);

    // The lake hangs: no request hangs with it.
    const lakes = execFileSync('pgrep', ['-P', String(run.child.pid), '-f', 'accounts/server'], {
      encoding: 'utf8',
    });
    process.kill(Number(lakes.trim()), 'SIGSTOP');
    expect(await statusOf(pictures[0] ?? '')).toBe(502);
    for (const path of visited) expect(await statusOf(path)).toBe(200);
    await run.waitForOutput('it missed ');
    await expect.poll(lakeStatus).toBe(200);

    // The disk is full: reads work, and writes that would be lost are refused.
    const everything = () => [run.child.pid, ...descendants(run.child.pid ?? 0)];
    const control = openControl(path.join(place.dataDir, 'content-lake'));
    const { token } = control.credentials.createToken({ name: 'test', role: 'editor' });
    control.close();
    const mutate = `http://localhost:${place.ports.lake}/v2026-02-01/data/mutate/production`;
    const patch = { id: 'page-about', set: { 'sections[0].heading': 'There is room' } };
    const publish = () => postJson(mutate, { mutations: [{ patch }] }, `Bearer ${token}`);
    for (const pid of everything()) fillDisk(pid, true);
    for (const path of [...visited, '/about', pictures.at(-1) ?? '', '/opengraph-image/about'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    expect((await publish()).status).toBe(507);
    expect((await order()).status).toBe(503);
    for (const pid of everything()) fillDisk(pid, false);
    expect((await publish()).status).toBe(200);
    expect((await order()).status).toBe(200);
    await expect
      .poll(() => fetch(`${site}/about`).then((response) => response.text()))
      .toContain('There is room');

    // The disk is full or read-only at the start: without its content, the site says so and waits for space.
    for (const command of [onFullDisk, onReadOnlyDisk(place.dataDir)]) {
      run.child.kill('SIGTERM');
      await run.ended;
      if (!command) {
        console.warn('A read-only disk was not tried: this system gives us no mounts of our own.');
        continue;
      }
      const [program = '', ...args] = command;
      run = start({}, [], [program, [...args, process.execPath, 'apps/start.ts']]);
      await run.waitForOutput('Press Ctrl-C to stop everything');
      expect(run.output()).toContain('The other services keep running without the content lake.');
      for (const path of [...visited, '/about']) expect([path, await statusOf(path)]).toEqual([path, 503]);
      expect(await statusOf('/livez')).toBe(200);
      expect((await order()).status).toBe(503);
      for (const pid of everything()) fillDisk(pid, false);
      if (command === onFullDisk) {
        await expect.poll(lakeStatus).toBe(200);
        for (const path of visited) await expect.poll(() => statusOf(path)).toBe(200);
        expect((await publish()).status).toBe(200);
        await expect.poll(async () => (await order()).status).toBe(200);
      }
    }
    run.child.kill('SIGTERM');
    await run.ended;
  });

  test('prints a link for the first administrator, and leaves no process when it is killed', {
    tags: 'protect',
  }, async () => {
    beginWithSeed(place);
    const run = start({ SITE_URL: 'https://www.example.com' });
    await run.waitForOutput('Press Ctrl-C to stop everything');
    expect(run.output()).toContain('"https://www.example.com/staff/invitation/');
    const all = descendants(run.child.pid ?? 0);
    run.child.kill('SIGKILL');
    await run.ended;
    await expect.poll(() => all.filter(isAlive)).toEqual([]);
  });
});

/** Next runs only one development server per checkout: stop your own before this test. */
test('npm run dev serves site and Studio, and stops cleanly', async () => {
  const run = start({}, ['--dev']);
  await run.waitForOutput('Press Ctrl-C to stop everything');
  const site = `http://localhost:${place.ports.site}`;
  const home = await fetch(site);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain('Smarter Growth. Accurate Results.');
  // The site redirects to the Studio's own server.
  const studio = await (await fetch(`${site}/studio`)).text();
  expect(studio).toContain('@vite/client');
  expect(studio).not.toMatch(/sanity\.io|sanity-cdn/);
  await run.waitForOutput('Sanity runs with');
  const origin = `http://localhost:${place.ports.site + 333}`;
  const clicked = await fetch(`http://localhost:${place.ports.lake}/staff/one-click`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ role: 'editor', to: `${origin}/studio/structure` }),
    redirect: 'manual',
  });
  const signedIn = await fetch(clicked.headers.get('location') ?? '', { redirect: 'manual' });
  expect(signedIn.headers.get('location')).toBe(`${origin}/studio/structure`);
  const headers = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' };
  expect((await fetch(`${origin}/lake/v1/users/me`, { headers })).status).toBe(200);
  const all = descendants(run.child.pid ?? 0);
  run.child.kill('SIGINT');
  const [code] = await run.ended;
  expect(code).toBe(0);
  // Child processes of the services end right after them.
  await expect.poll(() => all.filter(isAlive)).toEqual([]);
});

test('a second start on the same data is refused, and the first keeps running', async () => {
  beginWithSeed(place);
  const first = start();
  await first.waitForOutput('Press Ctrl-C to stop everything');
  const current = deployment();
  const others = await findFreePorts(3);
  const elsewhere = {
    PORT: String(others),
    CONTENT_LAKE_PORT: String(others + 1),
    RAZORPAY_SANDBOX_PORT: String(others + 2),
  };
  for (const options of [[], ['--dev']]) {
    const second = start(elsewhere, options);
    const [code] = await Promise.race([
      second.ended,
      second.waitForOutput('Starting the content lake').then(() => [0]),
    ]);
    expect(code, second.output()).toBe(1);
    expect(second.output()).toContain(`at http://localhost:${place.ports.site}. Stop it`);
    expect(deployment()).toEqual(current);
  }
  expect((await deploy()).stdout).toContain('is running.');
  expect(deployment().at).not.toBe(current.at);

  first.child.kill('SIGKILL');
  await first.ended;
  const next = start(elsewhere);
  await next.waitForOutput('Press Ctrl-C to stop everything');
  expect((await fetch(`http://localhost:${others}/`)).status).toBe(200);
  next.child.kill('SIGTERM');
  await next.ended;
  await expect(deploy()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing is running on'),
  });
});

test('a deployment does not signal a process that reuses the id of a stopped starter', async () => {
  beginWithSeed(place);
  const bystander = startProgram(['sleep', ['60']], {});
  const left = {
    pid: bystander.child.pid,
    root: projectRoot,
    release: 'a',
    at: new Date().toISOString(),
    services: '',
  };
  writeFileSync(path.join(place.dataDir, 'running.json'), JSON.stringify(left));
  await expect(deploy()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing is running on'),
  });
  expect(bystander.child.signalCode).toBeNull();
});

describe('a failing start says what to do', () => {
  test.each([
    ['is in use', () => place.ports.site],
    ['is set for two services', () => place.ports.lake],
  ])('a port %s', async (problem, port) => {
    const other = net.createServer().listen(place.ports.site, '127.0.0.1');
    await once(other, 'listening');
    try {
      const run = start({ PORT: String(port()) });
      // If the start were not refused, waiting for its end alone would not end.
      const started = run.waitForOutput('Starting the content lake').then(() => [0]);
      const [code] = await Promise.race([run.ended, started]);
      expect(code, run.output()).toBe(1);
      expect(run.output()).toMatch(problem === 'is in use' ? /set PORT in/ : /PORT is|CONTENT_LAKE_PORT is/);
    } finally {
      other.close();
    }
  });

  test('a damaged content database', async () => {
    beginWithSeed(place);
    const databases = globSync('content-lake/**/*.sqlite', { cwd: place.dataDir });
    expect(databases.length).toBeGreaterThan(0);
    for (const side of globSync('content-lake/**/*.sqlite-{wal,shm}', { cwd: place.dataDir }))
      rmSync(path.join(place.dataDir, side));
    for (const database of databases)
      writeFileSync(path.join(place.dataDir, database), 'not a database '.repeat(1000));
    const run = start();
    const [code] = await run.ended;
    expect(code).toBe(1);
    expect(run.output()).toMatch(/damaged|corrupt/);
  });
});
