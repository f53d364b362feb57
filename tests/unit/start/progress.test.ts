import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withProgress } from '../../../apps/environment/progress.ts';

const written: string[] = [];
const inTerminal = process.stdout.isTTY;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('LOG_FORMAT', 'text');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.stdout.isTTY = inTerminal;
  written.length = 0;
});

/** Returns the output of a step that takes three seconds, or as long as the argument says. */
async function printedWithin(work: () => Promise<void>, milliseconds = 3_000) {
  const print = (line: string) => written.push(`${line}\n`);
  const done = withProgress(print, ['Building', 'built'], work).catch(() => {});
  await vi.advanceTimersByTimeAsync(milliseconds);
  await done;
  await vi.advanceTimersByTimeAsync(3_000);
  return written;
}
const threeSeconds = () => new Promise<void>((resolve) => setTimeout(resolve, 2_999));

test('a terminal shows the seconds so far and overwrites them', async () => {
  process.stdout.isTTY = true;
  expect(await printedWithin(threeSeconds)).toEqual([
    'Building …\n',
    '  1 s\r',
    '  2 s\r',
    '  built in 3.0 s\n',
  ]);
});

test('a log gets only the start and the end', async () => {
  process.stdout.isTTY = false;
  expect(await printedWithin(threeSeconds)).toEqual(['Building …\n', '  built in 3.0 s\n']);
});

test('a log gets a line about a long step every 30 seconds', async () => {
  process.stdout.isTTY = false;
  const minute = () => new Promise<void>((resolve) => setTimeout(resolve, 61_000));
  expect(await printedWithin(minute, 61_000)).toEqual([
    'Building …\n',
    'Building: 30 s so far\n',
    'Building: 60 s so far\n',
    '  built in 61.0 s\n',
  ]);
});

test('a failure stops the count of seconds and is left to the caller to report', async () => {
  process.stdout.isTTY = true;
  expect(await printedWithin(() => Promise.reject(new Error('no disk')))).toEqual(['Building …\n']);
});
