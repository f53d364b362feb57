import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import { availableParallelism } from 'node:os';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareRelease } from '../../../apps/build/build.ts';
import { eventually } from '../../support/eventually.ts';
import { timeouts } from '../../support/timeouts.ts';
import { beginWithSeed, descendants, preparePlace, startProgram } from './starter.ts';

const place = preparePlace();
const busy: ChildProcess[] = [];
/** Starts processes that use all the processor time they get. */
const keepBusy = (count: number) => {
  for (let started = 0; started < count; started += 1)
    busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
};

// Builds first, since this test does not measure a build.
beforeEach(() => prepareRelease(console.log));
afterEach(() => {
  for (const one of busy.splice(0)) one.kill('SIGKILL');
});

const start = () =>
  startProgram([process.execPath, ['apps/start.ts']], {
    ...{ ...place.env, LOG_FORMAT: 'text' },
    // No compile cache, as on a machine that starts for the first time.
    NODE_COMPILE_CACHE: '',
  });
const statusOf = (address: string) =>
  fetch(`http://localhost:${place.ports.site}${address}`).then(({ status }) => status);

test('npm start works on an empty folder with a tenth of a processor', async () => {
  // Each process competes with ten busy ones.
  keepBusy(10 * availableParallelism());
  const run = start();
  await run.waitForOutput('Press Ctrl-C to stop everything', timeouts.endurance);
  expect(run.output()).toMatch(/Importing the initial content …\n(.*\n)*?.* {2}imported in/);
  expect(run.output()).toMatch(/Starting the site …\n(.*\n)*?.* {2}started in/);
  expect(run.output()).not.toMatch(/unexpectedly|missed|takes longer/);
  const before = descendants(run.child.pid ?? 0);
  for (const address of ['/', '/digital-marketing', '/contact'])
    await eventually(async () => expect(await statusOf(address)).toBe(200));
  expect(descendants(run.child.pid ?? 0)).toEqual(expect.arrayContaining(before.slice(0, 1)));
  expect(run.output()).not.toMatch(/unexpectedly|missed/);
});

test('a thousand slow connections crash no process', async () => {
  beginWithSeed(place);
  const run = start();
  await run.waitForOutput('Press Ctrl-C to stop everything');
  // From here on, the page is cached.
  await eventually(async () => expect(await statusOf('/')).toBe(200));
  const before = descendants(run.child.pid ?? 0);
  keepBusy(4);
  // Each connection sends a byte of its headers now and then, until the site closes it.
  const closed = Array.from({ length: 1_000 }, () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = net.connect(place.ports.site, '127.0.0.1');
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
  expect(run.output()).not.toMatch(/unexpectedly|missed/);
});
