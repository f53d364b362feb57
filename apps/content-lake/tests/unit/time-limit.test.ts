import { expect, it } from 'vitest';
import { withinCpuTime, withinTime } from '../../time-limit.ts';

const late = () => new Error('too late');

it("returns the function's result, even inside another limit", () => {
  expect(withinTime(1000, () => withinTime(500, () => 42, late), late)).toBe(42);
});

it("throws the function's error", () => {
  const failing = () => {
    throw new RangeError('wrong');
  };
  expect(() => withinTime(1000, failing, late)).toThrow(RangeError);
});

it('stops an endless loop and an endless regular expression', () => {
  const endless = () => {
    for (;;);
  };
  expect(() => withinTime(20, endless, late)).toThrow('too late');
  expect(() => withinTime(20, () => /^(a+)+$/.test(`${'a'.repeat(40)}b`), late)).toThrow('too late');
  expect(withinTime(5000, () => 'on', late)).toBe('on');
});

it('retries a function that got no CPU time, but not one that used it up', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const waits = [600, 0];
  // The limit is so long that garbage collections take far less than half of it.
  expect(withinCpuTime(250, () => Atomics.wait(cell, 0, 0, waits.shift() ?? 0), late)).toBe('timed-out');
  const endless = () => {
    for (;;);
  };
  expect(() => withinCpuTime(250, endless, late)).toThrow('too late');
});

it('gives up after three tries', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  let tries = 0;
  const blocked = () => {
    tries++;
    Atomics.wait(cell, 0, 0, 10_000);
  };
  // The limit is long enough for a second try even on a busy machine.
  expect(() => withinCpuTime(400, blocked, late)).toThrow('too late');
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThanOrEqual(3);
});

it('gives the remaining time to the next try in whole milliseconds', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const blocked = () => Atomics.wait(cell, 0, 0, 1000);
  // The overhead of each try leaves less than a millisecond for the next.
  const attempt = <T>(one: () => T) => {
    Atomics.wait(cell, 0, 0, 60);
    return one();
  };
  expect(() => withinCpuTime(50, blocked, late, attempt)).toThrow('too late');
});
