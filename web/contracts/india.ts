import { day as oneDay } from './durations.ts';

export const timeZone = 'Asia/Kolkata';
const india = new Intl.DateTimeFormat('sv-SE', { timeZone });

/**
 * Returns the day in India (`2026-03-31`) of a time in milliseconds since 1970.
 * @example dayInIndia(Date.parse('2026-03-31T20:00:00Z')) // '2026-04-01'
 */
export const dayInIndia = (milliseconds: number): string => india.format(milliseconds);

/**
 * Converts a day (`2026-03-31`) and a time of day in India to milliseconds since 1970.
 * @example startOfDay('2026-04-01') // Date.parse('2026-03-31T18:30:00Z')
 */
export const startOfDay = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00+05:30`);

/**
 * Returns the last second of a day (`2026-03-31`) in India as ISO 8601.
 * @example findLastSecond('2026-03-31') // '2026-03-31T23:59:59+05:30'
 */
export const findLastSecond = (day: string): string => `${day}T23:59:59+05:30`;

/**
 * Adds days to a day. A negative number subtracts days.
 * @example addDays('2026-03-31', 1) // '2026-04-01'
 */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);

/**
 * Returns the month in India (`2026-03`) of a time in milliseconds since 1970.
 * @example monthInIndia(Date.parse('2026-03-31T20:00:00Z')) // '2026-04'
 */
export const monthInIndia = (milliseconds: number): string => dayInIndia(milliseconds).slice(0, 7);

/**
 * Returns the month after a month.
 * @example nextMonth('2026-12') // '2027-01'
 */
export const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);

/**
 * Returns a day of a month, or the month's last day if it is shorter.
 * @example dayOfMonth('2026-02', 31) // '2026-02-28'
 */
export function dayOfMonth(month: string, day: number): string {
  const last = addDays(`${nextMonth(month)}-01`, -1);
  const wanted = `${month}-${String(day).padStart(2, '0')}`;
  return wanted < last ? wanted : last;
}

/**
 * Returns the months from the first to the last, both included.
 * @example listMonths('2026-11', '2027-01') // ['2026-11', '2026-12', '2027-01']
 */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/**
 * Returns the Indian financial year of a day, which begins in April.
 * @example financialYear('2027-03-31') // '2026-27'
 */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < '04' ? 1 : 0);
  return `${year}-${String(year + 1).slice(-2)}`;
}

/**
 * Formats a month for readers in India.
 * @example formatMonth('2026-03') // 'March 2026'
 */
export const formatMonth = (month: string): string =>
  dateInIndia(`${month}-15`, { dateStyle: undefined, month: 'long', year: 'numeric' });

/**
 * Returns the first day of the month in India.
 * @example firstOfMonth(Date.parse('2026-03-31T12:00:00Z')) // '2026-03-01'
 */
export const firstOfMonth = (milliseconds: number): string => `${dayInIndia(milliseconds).slice(0, 8)}01`;

/**
 * Formats a time or day (ISO 8601) for readers in India: "31 March 2026", with `timeStyle` also "at 4:05 pm".
 * @example dateInIndia('2026-03-31') // '31 March 2026'
 */
export const dateInIndia = (moment: string, styles: Intl.DateTimeFormatOptions = {}): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone, dateStyle: 'long', ...styles }).format(new Date(moment));

const forSpreadsheets = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});
/**
 * Formats a time (ISO 8601) for spreadsheets: `2026-03-31 16:05:00` in India.
 * @example spreadsheetTime('2026-03-31T10:35:00Z') // '2026-03-31 16:05:00'
 */
export const spreadsheetTime = (moment: string): string => forSpreadsheets.format(new Date(moment));
