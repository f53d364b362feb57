import { expect, it } from 'vitest';
import { withinCpuTime, withinTime } from '../../time-limit.ts';

const late = () => new Error('too late');

it('gives what the function gives, also within another limit', () => {
  expect(withinTime(1000, () => withinTime(500, () => 42, late), late)).toBe(42);
});

it('throws what the function throws', () => {
  const failing = () => {
    throw new RangeError('wrong');
  };
  expect(() => withinTime(1000, failing, late)).toThrow(RangeError);
});

it('stops a loop and a regular expression without an end, and goes on', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => withinTime(20, endless, late)).toThrow('too late');
  expect(() => withinTime(20, () => /^(a+)+$/.test(`${'a'.repeat(40)}b`), late)).toThrow('too late');
  expect(withinTime(5000, () => 'on', late)).toBe('on');
});

it('tries again what the machine has kept waiting, not what has worked too long', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const waits = [600, 0];
  // Half of the limit is far more than collecting memory takes of the thread meanwhile.
  expect(withinCpuTime(250, () => Atomics.wait(cell, 0, 0, waits.shift() ?? 0), late)).toBe('timed-out');
  const endless = () => {
    for (;;);
  };
  expect(() => withinCpuTime(250, endless, late)).toThrow('too late');
});

it('gives up after three tries, as others wait meanwhile', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let tries = 0;
  const kept = () => {
    tries++;
    Atomics.wait(cell, 0, 0, 10_000);
  };
  // Long enough that nothing else keeps the machine for all tries together.
  expect(() => withinCpuTime(400, kept, late)).toThrow('too late');
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThanOrEqual(3);
});

it('shares what is left of the time between the tries in whole milliseconds', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const kept = () => Atomics.wait(cell, 0, 0, 1000);
  // What a try needs besides leaves an odd part of the time for the next.
  const attempt = <T>(one: () => T) => {
    Atomics.wait(cell, 0, 0, 60);
    return one();
  };
  expect(() => withinCpuTime(50, kept, late, attempt)).toThrow('too late');
});
