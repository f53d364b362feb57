import { expect, it } from 'vitest';
import { limitCpuTime, withinTime } from '../../query/time-limit.ts';

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

it('tries a function again that hardly ran, but not one that used its time up', () => {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const waits = [600, 0];
  // The limit is so long that garbage collections take far less than half of it.
  const starved = () => Atomics.wait(cell, 0, 0, waits.shift() ?? 0);
  expect(limitCpuTime(250, late)(starved)).toBe('timed-out');
  let tries = 0;
  const endless = () => {
    for (tries++; ; );
  };
  expect(() => limitCpuTime(250, late)(endless)).toThrow('too late');
  expect(tries).toBeLessThanOrEqual(2);
});
