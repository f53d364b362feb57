import { afterEach, expect, test, vi } from 'vitest';
import { FairQueue } from '../../fair-queue.ts';

afterEach(() => void vi.useRealTimers());

const drain = (queue: FairQueue<string>) => {
  const taken: string[] = [];
  for (let one = queue.take(); one !== undefined; one = queue.take()) taken.push(one);
  return taken;
};

test('clients alternate, each with its items in order', () => {
  const queue = new FairQueue<string>();
  for (const one of ['a1', 'a2', 'a3', 'b1', 'b2']) queue.add(one.slice(0, 1), one);
  expect(drain(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  expect(queue.isEmpty).toBe(true);
});

test('a client that has used much time waits for the others', () => {
  const queue = new FairQueue<string>();
  queue.charge('a', 10_000);
  for (const one of ['a1', 'a2', 'b1']) queue.add(one.slice(0, 1), one);
  expect(queue.take()).toBe('b1');
  queue.charge('b', 100);
  queue.add('b', 'b2');
  expect(drain(queue)).toEqual(['b2', 'a1', 'a2']);
});

test('a new client has no credit for the time before', () => {
  const queue = new FairQueue<string>();
  for (let n = 0; n < 10; n++) {
    queue.add('a', `a${n}`);
    queue.take();
    queue.charge('a', 100);
  }
  for (const one of ['a10', 'b1', 'b2']) queue.add(one.slice(0, 1), one);
  expect(queue.take()).toBe('b1');
  queue.charge('b', 100);
  expect(drain(queue)).toEqual(['a10', 'b2']);
});

test('a penalty decreases at a sixth of the speed of time', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const queue = new FairQueue<string>();
  queue.charge('a', 1000);
  queue.charge('a', 1000);
  expect(queue.penalty('a')).toBe(2000);
  vi.advanceTimersByTime(600);
  expect(queue.penalty('a')).toBe(1900);
  expect(queue.penalty('b')).toBe(0);
  expect(queue.timeFor('a', { max: 10_000, min: 1000 })).toBe(8100);
  expect(queue.timeFor('a', { max: 100, min: 10, part: 0.05 })).toBe(10);
  expect(queue.timeFor('b', { max: 100, min: 10, part: 0.05 })).toBe(100);
});

test('time without penalty counts for the order only', () => {
  const queue = new FairQueue<string>();
  queue.charge('a', 1000, false);
  expect(queue.penalty('a')).toBe(0);
  for (const one of ['a1', 'b1']) queue.add(one.slice(0, 1), one);
  expect(drain(queue)).toEqual(['b1', 'a1']);
});

test('an item is queued only once', () => {
  const queue = new FairQueue<string>();
  for (const one of ['a1', 'a1']) queue.add('a', one);
  expect(drain(queue)).toEqual(['a1']);
});
