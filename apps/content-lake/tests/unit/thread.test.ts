import { setFlagsFromString } from 'node:v8';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { supervisedThread, type Thread } from '../../thread.ts';

const threads: Thread<string, string>[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const thread of threads.splice(0)) await thread.close();
});

/** Starts a thread, and collects its messages and the reasons why it ended. */
function threadOf(script: string, heap = 64) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const messages: string[] = [];
  const ends: { reason: string; isMemory: boolean }[] = [];
  const thread = supervisedThread<string, string>(
    { name: 'test', script: new URL(`data:text/javascript,${encodeURIComponent(script)}`), heap },
    (message) => messages.push(message),
    ({ message }, isMemory) => ends.push({ reason: message, isMemory }),
  );
  threads.push(thread);
  return { thread, messages, ends };
}

const echo = `import { parentPort } from 'node:worker_threads';
  const retained = [];
  parentPort.on('message', (message) => {
    if (message === 'fail') throw new Error('no luck');
    while (message === 'grow') retained.push(new Array(1_000_000).fill(0));
    parentPort.postMessage(message);
  });`;

test('a failed thread is restarted and receives messages sent in between', async () => {
  const { thread, messages, ends } = threadOf(echo);
  thread.send('one');
  await expect.poll(() => messages).toEqual(['one']);
  thread.send('fail');
  await expect.poll(() => ends).toEqual([{ reason: 'no luck', isMemory: false }]);
  thread.send('two');
  await expect.poll(() => messages).toEqual(['one', 'two']);
});

test('running out of memory ends only the thread', async () => {
  const { thread, messages, ends } = threadOf(echo, 16);
  thread.send('grow');
  await expect.poll(() => ends).toMatchObject([{ isMemory: true }]);
  thread.send('one');
  await expect.poll(() => messages).toEqual(['one']);
});

test('a thread that cannot start is retried until it is closed', async () => {
  const { thread, ends } = threadOf(`throw new Error('broken')`);
  await expect.poll(() => ends).toHaveLength(2);
  await thread.close();
  const count = ends.length;
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(ends).toHaveLength(count);
});

test.each([
  ['rests', 'garbageCollector()', 'collect()'],
  ['has sent large results', 'garbageCollector(Infinity, 200_000_000)', 'collect(300_000_000)'],
  ['has left much garbage', 'garbageCollector(Infinity, 30_000_000)', 'collect()'],
])('a thread that %s releases its memory', async (_what, made, call) => {
  // V8 might otherwise collect garbage by itself after a few seconds.
  for (const flag of ['memory-reducer', 'incremental-marking']) {
    setFlagsFromString(`--no-${flag}`);
    onTestFinished(() => setFlagsFromString(`--${flag}`));
  }
  const working = `import { parentPort } from 'node:worker_threads';
    import { getHeapStatistics } from 'node:v8';
    import { garbageCollector } from '${new URL('../../thread.ts', import.meta.url)}';
    const collect = ${made};
    function work() {
      const retained = Array.from({ length: 2_000_000 }, (_, n) => ({ n }));
      parentPort.postMessage(String(getHeapStatistics().used_heap_size));
      return retained.length;
    }
    parentPort.on('message', () => {
      work();
      ${call};
    });
    setInterval(() => parentPort.postMessage(String(getHeapStatistics().used_heap_size)), 50);`;
  const { thread, messages } = threadOf(working, 256);
  const used = () => Number(messages.at(-1));
  await expect.poll(used).toBeGreaterThan(0);
  const before = used();
  thread.send('work');
  const most = () => Math.max(...messages.map(Number));
  await expect.poll(most).toBeGreaterThan(before + 40_000_000);
  await expect.poll(used).toBeLessThan(before + 4_000_000);
});
