import { expect, test } from 'vitest';
import { parseTypedDay, readTypedDate } from '#web/contracts/typed-dates.ts';

// In India it is already 28 November.
const now = Date.parse('2026-11-27T20:00:00Z');

test.each([
  ['1 Dec 2026', '2026-12-01', undefined],
  ['01/12/2026', '2026-12-01', undefined],
  ['1-12-26', '2026-12-01', undefined],
  ['31 December 2026', '2026-12-31', undefined],
  ['१/१२/२०२६', '2026-12-01', undefined],
  ['٠١/١٢/٢٠٢٦ ٠٩:٠٠', '2026-12-01', '09:00'],
  ['2019-02-01', '2019-02-01', undefined],
  ['29 Feb 2028', '2028-02-29', undefined],
  ['Today', '2026-11-28', undefined],
  ['yesterday', '2026-11-27', undefined],
  ['tomorrow 9:00', '2026-11-29', '09:00'],
  ['tomorrow at 9 am', '2026-11-29', '09:00'],
  ['tomorrow, 4.30 p.m.', '2026-11-29', '16:30'],
  ['27/11/2026 09:00', '2026-11-27', '09:00'],
  ['Nov 27, 2026 9:00 AM', '2026-11-27', '09:00'],
  ['1 Dec 2026, 9:00 am', '2026-12-01', '09:00'],
  ['1 Dec 2026, 9:00\u202fpm', '2026-12-01', '21:00'],
  ['1 Dec 2026 12 am', '2026-12-01', '00:00'],
  ['1 Dec 2026 12 pm', '2026-12-01', '12:00'],
  ['1 Dec 2026 00:00', '2026-12-01', '00:00'],
  ['2026-12-01T23:59', '2026-12-01', '23:59'],
  ['2026/12/1', '2026-12-01', undefined],
  ['1Dec2026', '2026-12-01', undefined],
  ['1st of December 2026', '2026-12-01', undefined],
  ['Tue, 1 Dec 2026', '2026-12-01', undefined],
  ['Tuesday 01/12/2026 9:00', '2026-12-01', '09:00'],
  ['1 Dec 2026, 9:00 am IST', '2026-12-01', '09:00'],
  ['9:00 tomorrow', '2026-11-29', '09:00'],
  ['4.30pm on 1 Dec 2026', '2026-12-01', '16:30'],
  ['9 a.m. IST, 01/12/2026', '2026-12-01', '09:00'],
])('%j is %s, %s', (typed, day, time) => {
  expect(readTypedDate(typed, now)).toEqual({ day, ...(time && { time }) });
});

test.each([
  ['31/02/2026', 'There is no 31 February 2026.'],
  ['29 Feb 2026 9:00', 'There is no 29 February 2026.'],
  ['12/31/2026', 'There is no month 31. Enter the day first, for example 31/12/2026.'],
  ['1 Dec', 'Add the year, for example 1 Dec 2026.'],
  ['tomorow 9', '“tomorow 9” is not a date. Enter it like 1 Dec 2026, 01/12/2026 or tomorrow.'],
  ['1/12 9:00', 'Add the year, for example 1 Dec 2026.'],
  ['1 Dec 1926', 'Enter a year from 2000 to 2099.'],
  ['9:00', 'Add the day, for example tomorrow 9:00.'],
  ['9:00 IST', 'Add the day, for example tomorrow 9:00.'],
  ['25:00 tomorrow', '“25:00” is not a time. Enter it like 9:00 or 4:30 pm.'],
  ['9:00 10:00', '“9:00 10:00” is not a date. Enter it like 1 Dec 2026, 01/12/2026 or tomorrow.'],
  ['1 Dec 2026 25:00', '“25:00” is not a time. Enter it like 9:00 or 4:30 pm.'],
  ['1 Dec 2026 13 pm', '“13 pm” is not a time. Enter it like 9:00 or 4:30 pm.'],
  ['Monday 1 Dec 2026', '1 December 2026 is a Tuesday.'],
  ['Monday', '“Monday” is not a date. Enter it like 1 Dec 2026, 01/12/2026 or tomorrow.'],
  ['next week', '“next week” is not a date. Enter it like 1 Dec 2026, 01/12/2026 or tomorrow.'],
])('%j is refused: %s', (typed, problem) => expect(readTypedDate(typed, now)).toEqual({ problem }));

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
