import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareRelease } from '../../../apps/build/build.ts';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { eventually } from '../../support/eventually.ts';
import { keepBusy, quota } from '../../support/slow-machine.ts';
import { seededData } from '../../support/stack.ts';
import { timeouts } from '../../support/timeouts.ts';
import { descendants, killStarted, startProgram } from './starter.ts';

let dataDir: string;
let port: number;
let env: Record<string, string>;
let quieten = () => {};

beforeEach(async () => {
  // Builds first, since this test does not measure a build.
  await prepareRelease(console.log);
  dataDir = mkdtempSync(path.join(tmpdir(), 'agency-slow-'));
  port = await findFreePorts(3);
  env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    CONTENT_LAKE_PORT: String(port + 1),
    RAZORPAY_SANDBOX_PORT: String(port + 2),
    LOG_FORMAT: 'text',
    // No compile cache, as on a machine that starts for the first time.
    NODE_COMPILE_CACHE: '',
  };
});

afterEach(() => {
  killStarted();
  quieten();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(before: string[] = []) {
  const [program = '', ...args] = [...before, process.execPath, 'apps/start.ts'];
  return startProgram([program, args], env);
}

const statusOf = (address: string) =>
  fetch(`http://localhost:${port}${address}`).then(({ status }) => status);

/** Starts on an empty data folder, and checks the output and a page. */
async function comesUp(run: ReturnType<typeof start>) {
  await run.waitForOutput('Press Ctrl-C to stop everything', timeouts.endurance);
  expect(run.output()).toMatch(/Importing the initial content …\n(.*\n)*? {2}imported in/);
  expect(run.output()).toMatch(/Starting the site …\n(.*\n)*? {2}started in/);
  expect(run.output()).not.toMatch(/unexpectedly|sign of life|takes longer/);
  const before = descendants(run.child.pid ?? 0);
  for (const address of ['/', '/digital-marketing', '/contact'])
    await eventually(async () => expect(await statusOf(address)).toBe(200));
  expect(descendants(run.child.pid ?? 0)).toEqual(expect.arrayContaining(before.slice(0, 1)));
  expect(run.output()).not.toMatch(/unexpectedly|sign of life/);
}

test('npm start works on an empty folder with a tenth of a processor', async () => {
  const share = quota(10);
  // Without control groups, each process competes with ten busy ones.
  if (!share) quieten = keepBusy(10 * availableParallelism());
  const run = start(share?.command);
  await comesUp(run);
  run.child.kill('SIGTERM');
  await run.ended;
  share?.remove();
});

test('a thousand slow connections crash no process', async () => {
  cpSync(z.string().parse(process.env[seededData]), dataDir, { recursive: true });
  const run = start();
  await run.waitForOutput('Press Ctrl-C to stop everything');
  // From here on, the page is cached.
  await eventually(async () => expect(await statusOf('/')).toBe(200));
  const before = descendants(run.child.pid ?? 0);
  quieten = keepBusy(4);
  // Each connection sends a byte of its headers now and then, until the site closes it.
  const closed = Array.from({ length: 1_000 }, () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('a'), 500);
    socket.on('close', () => {
      clearInterval(drip);
      resolve();
    });
    return promise;
  });
  const all = Promise.all(closed).then(() => true);
  let responses = 0;
  for (let isOver = false; !isOver; isOver = await Promise.race([all, Promise.resolve(false)])) {
    expect(await statusOf('/')).toBe(200);
    responses += 1;
  }
  expect(responses).toBeGreaterThan(1);
  expect(descendants(run.child.pid ?? 0)).toEqual(before);
  expect(run.output()).not.toMatch(/unexpectedly|sign of life/);
});
