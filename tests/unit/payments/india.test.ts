import { expect, test } from 'vitest';
import {
  dateInIndia,
  dayInIndia,
  firstOfMonth,
  lastSecondOf,
  parseTypedDay,
  spreadsheetTime,
} from '#web/contracts/india.ts';

// India is five and a half hours ahead of UTC all year.
test.each([
  ['2026-10-31T18:29:59.999Z', '2026-10-31', '2026-10-01', '2026-10-31 23:59:59'],
  ['2026-10-31T18:30:00.000Z', '2026-11-01', '2026-11-01', '2026-11-01 00:00:00'],
  ['2026-11-01T02:00:00.000Z', '2026-11-01', '2026-11-01', '2026-11-01 07:30:00'],
  ['2026-03-31T18:30:00.000Z', '2026-04-01', '2026-04-01', '2026-04-01 00:00:00'],
  ['2027-12-31T18:29:59.000Z', '2027-12-31', '2027-12-01', '2027-12-31 23:59:59'],
])('%s belongs to %s in India', (moment, day, month, time) => {
  expect(dayInIndia(Date.parse(moment))).toBe(day);
  expect(firstOfMonth(Date.parse(moment))).toBe(month);
  expect(spreadsheetTime(moment)).toBe(time);
});

test("readers see the day in India, whatever the server's time zone", () => {
  expect(dateInIndia('2026-10-31T19:00:00.000Z')).toBe('1 November 2026');
});

test('a day ends at midnight in India', () => {
  expect(Date.parse(lastSecondOf('2026-10-31'))).toBe(Date.parse('2026-10-31T18:29:59.000Z'));
});

test.each([
  ...['31/03/2026', '31-03-2026', '31.03.2026', '31/3/2026', '31/03/26', '31-03-26', '31 03 2026'],
  ...[
    '31-Mar-26',
    '31-Mar-2026',
    '31-MAR-26',
    '31 Mar 2026',
    '31 March 2026',
    '31st March, 2026',
    '31/Mar/2026',
  ],
  ...['March 31, 2026', 'Mar 31st 2026', '2026-03-31', '\u200e31/03/2026', ' 31\u00a0March 2026 '],
])('%j is 31 March 2026', (typed) => expect(parseTypedDay(typed)).toBe('2026-03-31'));

test('days come before months', () => {
  expect(parseTypedDay('05/04/2026')).toBe('2026-04-05');
  expect(parseTypedDay('1 Sept 26')).toBe('2026-09-01');
  expect(parseTypedDay('29-Feb-28')).toBe('2028-02-29');
});

test.each([
  ...['', '03/31/2026', '31/02/2026', '29/02/2026', '2026-02-30', '31-Mar', 'Mar-26', '31', '46112'],
  ...['31-Ma-26', '31-Mrz-26', '31-Mar-1926', '31/03/026', '2026/03/31 x', '0/1/2026', '31//'],
])('%j is not a day', (typed) => expect(parseTypedDay(typed)).toBeUndefined());
