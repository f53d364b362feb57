import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchProgress } from '../../../apps/start/watchdog.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate'] }));
afterEach(() => void vi.useRealTimers());

function watch() {
  const child = Object.assign(new EventEmitter(), { kill: vi.fn(() => true) });
  const verdict = watchProgress(child);
  /** Lets the starter check the process `count` times. */
  const check = (count: number) => void vi.advanceTimersByTime(count * 1000 + 1);
  return { child, verdict, check };
}

test('a process that misses 150 keep-alives in a row is killed', () => {
  const { child, verdict, check } = watch();
  check(149);
  child.emit('message', 'alive');
  check(149);
  expect(child.kill).not.toHaveBeenCalled();
  expect(verdict()).toBe('');
  check(1);
  expect(child.kill).toHaveBeenCalledExactlyOnceWith('SIGKILL');
  expect(verdict()).toContain('150 keep-alives');
});

test('a process that has ended is no longer watched', () => {
  const { child, check } = watch();
  child.emit('exit', 0);
  check(1000);
  expect(child.kill).not.toHaveBeenCalled();
});
