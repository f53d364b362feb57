import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'vitest';
import { watchProgress } from '../../../apps/start/watchdog.ts';
import { timeouts } from '../../support/timeouts.ts';

function run(script: string, onFinished: TestContext['onTestFinished']) {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onFinished(() => void child.kill('SIGKILL'));
  return child;
}

const keepAlive = "setInterval(() => process.send('alive'), 100);";
/** Milliseconds: longer than a slow machine leaves a process without a processor. */
const idle = timeouts.attempt / 5;
/** Milliseconds: a limit that no process here reaches. */
const never = 1e9;

// Concurrent, because each test mostly waits for its process.
describe.concurrent('the watchdog', () => {
  test('kills a stopped process and reports the measured times', async ({ expect, onTestFinished }) => {
    const child = run(keepAlive, onTestFinished);
    const watchdog = watchProgress(child, { idle, busy: { starting: never, ready: never } });
    await once(child, 'message');
    child.kill('SIGSTOP');
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(watchdog.verdict()).toMatch(/^no keep-alive for \d+ s, during which it used no processor time$/);
  });

  test('kills an endless loop by its processor time, sooner once the process was ready', async ({
    expect,
    onTestFinished,
  }) => {
    const child = run("process.send('alive'); for (;;);", onTestFinished);
    const watchdog = watchProgress(child, {
      idle: never,
      busy: { starting: never, ready: 1_000 },
    });
    await once(child, 'message');
    watchdog.ready();
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(watchdog.verdict()).toMatch(
      /^no keep-alive for \d+ s, during which it used \d+ s of processor time$/,
    );
  });

  test('does not kill a process that gets little processor time and sends no keep-alive', async ({
    expect,
    onTestFinished,
  }) => {
    // Works a few milliseconds per second, as on a busy machine, for longer than the idle limit.
    const crawl = `const cell = new Int32Array(new SharedArrayBuffer(4));
    for (let turn = 0; turn < ${(2 * idle) / 1_000}; turn++) {
      for (const { user } = process.cpuUsage(); process.cpuUsage().user < user + 50_000;);
      Atomics.wait(cell, 0, 0, 950);
    }`;
    const child = run(crawl, onTestFinished);
    const watchdog = watchProgress(child, { idle, busy: { starting: never, ready: never } });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(watchdog.verdict()).toBe('');
  });

  test('does not kill a process that works longer than the limits but sends keep-alives', async ({
    expect,
    onTestFinished,
  }) => {
    // Each piece of work schedules the next one, so that the keep-alive timer runs in between.
    const work = `${keepAlive} let turns = 0;
    (function work() {
      for (const end = performance.now() + 150; performance.now() < end;);
      if (++turns < 20) setTimeout(work); else process.exit();
    })();`;
    const child = run(work, onTestFinished);
    const watchdog = watchProgress(child, { idle: never, busy: { starting: 2_000, ready: 2_000 } });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(watchdog.verdict()).toBe('');
  });
});
