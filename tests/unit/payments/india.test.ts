import { expect, test } from 'vitest';
import { dateInIndia, dayInIndia, firstOfMonth, spreadsheetTime } from '#web/contracts/india.ts';

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
