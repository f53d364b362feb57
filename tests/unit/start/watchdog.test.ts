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
/** Milliseconds for which no process here is without a processor by chance, on a slow machine either. */
const idle = timeouts.attempt / 5;
/** Milliseconds that nothing here reaches. */
const never = 1e9;

// Each mostly waits for its process.
describe.concurrent('the watchdog', () => {
  test('kills a process that is stopped, and says what it measured', async ({ expect, onTestFinished }) => {
    const child = run(keepAlive, onTestFinished);
    const watchdog = watchProgress(child, { idle, busy: { starting: never, ready: never } });
    await once(child, 'message');
    child.kill('SIGSTOP');
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    expect(watchdog.verdict()).toMatch(/^no keep-alive for \d+ s, during which it used no processor time$/);
  });

  test('kills an endless loop by its processor time, sooner once it was ready', async ({
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

  test('leaves alone a process that gets a little of the processor and no keep-alive out', async ({
    expect,
    onTestFinished,
  }) => {
    // Some milliseconds of work a second, as where others have the processor; for longer than it may be idle.
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

  test('leaves alone a process that works for longer than the limits and answers in between', async ({
    expect,
    onTestFinished,
  }) => {
    // Each piece of work asks for the next one, so that the keep-alive, which is due by then, goes first.
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
