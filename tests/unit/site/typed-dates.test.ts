import { expect, test } from 'vitest';
import { parseTypedDay } from '#web/contracts/typed-dates.ts';

test.each([
  ...['31/03/2026', '31-03-2026', '31.03.2026', '31/3/2026', '31/03/26', '31-03-26', '31 03 2026'],
  ...['31-Mar-26', '31-MAR-26', '31 March 2026', '31st March, 2026', '31/Mar/2026'],
  ...['March 31, 2026', '2026-03-31', '३१/०३/२०२६', '٣١/٠٣/٢٠٢٦', '\u200e31/03/2026', ' 31\u00a0March 2026 '],
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
