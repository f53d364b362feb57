import { evaluate, parse } from 'groq-js';
import { afterEach, expect, test, vi } from 'vitest';
import {
  daysFromToday,
  formatTime,
  hasPassed,
  isLive,
  isOver,
  today,
  todayExpression,
} from '#schemas/days.ts';
import { isOpen } from '#web/content/projections.ts';

afterEach(() => void vi.useRealTimers());

const query = async (groq: string, timestamp: Date, root: object = {}) =>
  (await evaluate(parse(groq), { timestamp, root })).get();

test.each([
  ['2026-10-31T18:29:59.999Z', '2026-10-31'],
  ['2026-10-31T18:30:00.000Z', '2026-11-01'],
  ['2026-12-31T23:59:59.000Z', '2027-01-01'],
])('at %s the date in India is %s, in code and in queries', async (moment, day) => {
  const at = new Date(moment);
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  expect([today(), daysFromToday(0), await query(todayExpression, at)]).toEqual([day, day, day]);
  expect(hasPassed(day)).toBe(false);
  expect(hasPassed(daysFromToday(-1))).toBe(true);
});

test('shows times to staff in India’s time zone', () => {
  expect(formatTime('2026-10-31T18:30:00.000Z')).toBe('1 Nov 2026, 12:00 am');
  expect(formatTime(null)).toBeNull();
});

test.each([
  ['2026-10-31T18:29:59Z', true],
  ['2026-10-31T18:30:00Z', false],
])('a job opening that closes on 31 October is open at %s: %s', async (moment, expected) => {
  const found = await query(isOpen, new Date(moment), { validThrough: '2026-10-31' });
  expect(found).toBe(expected);
});

test.each([
  ['2026-12-01T03:29:59Z', true],
  ['2026-12-01T03:30:00Z', false],
])('a page that ends on 1 December at 9:00 in India is live at %s: %s', async (moment, expected) => {
  const at = '2026-12-01T03:30:00.000Z';
  vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] });
  expect(await query(isLive, new Date(moment), { end: { at } })).toBe(expected);
  expect(isOver(at)).toBe(!expected);
  expect(await query(isLive, new Date(moment), {})).toBe(true);
});
