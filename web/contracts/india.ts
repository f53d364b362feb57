import { day as oneDay } from './durations.ts';
import { singleLine } from './text.ts';

const timeZone = 'Asia/Kolkata';
const india = new Intl.DateTimeFormat('sv-SE', { timeZone });

/** Returns the day in India (`2026-03-31`) of a time in milliseconds since 1970. */
export const dayInIndia = (milliseconds: number): string => india.format(milliseconds);

/** Converts a day (`2026-03-31`) and a time of day in India to milliseconds since 1970. */
export const startOfDay = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00+05:30`);

/** Returns the last second of a day (`2026-03-31`) in India as ISO 8601. */
export const lastSecondOf = (day: string): string => `${day}T23:59:59+05:30`;

/** Adds days to a day. A negative number subtracts days. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * oneDay).toISOString().slice(0, 10);

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ ,./-]+(\d{1,2}|[a-z]{3,9})[ ,./-]+((?:20)?\d\d)$/;
const monthFirst = /^([a-z]{3,9})[ .-]+(\d{1,2})(?:st|nd|rd|th)?[ ,]+(20\d\d)$/;
const yearFirst = /^(20\d\d)-(\d\d)-(\d\d)$/;

/**
 * Parses a date as people in India write it, day first: `31/03/2026`, `31-Mar-26`, `31st March 2026`. Also accepts
 * `March 31, 2026` and `2026-03-31`. Returns the ISO date; undefined for any other text, for an impossible date such as
 * `03/31/2026`, and for a date in another century.
 */
export function parseTypedDay(text: string): string | undefined {
  const typed = singleLine(text).toLowerCase();
  let [, day = '', month = '', year = ''] = dayFirst.exec(typed) ?? [];
  if (!year) [, year = '', month = '', day = ''] = yearFirst.exec(typed) ?? [];
  if (!year) [, month = '', day = '', year = ''] = monthFirst.exec(typed) ?? [];
  const named = monthNames.findIndex((name) => month !== '' && name.startsWith(month)) + 1;
  const iso = [`20${year.slice(-2)}`, String(named || month).padStart(2, '0'), day.padStart(2, '0')].join(
    '-',
  );
  const date = new Date(`${iso}T00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso;
}

/** Returns the month in India (`2026-03`) of a time in milliseconds since 1970. */
export const monthOf = (milliseconds: number): string => dayInIndia(milliseconds).slice(0, 7);

/** Returns the first day of the month in India. */
export const firstOfMonth = (milliseconds: number): string => `${dayInIndia(milliseconds).slice(0, 8)}01`;

/** Formats a time or day (ISO 8601) for readers in India: "31 March 2026", with `timeStyle` also "at 4:05 pm". */
export const dateInIndia = (moment: string, styles: Intl.DateTimeFormatOptions = {}): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone, dateStyle: 'long', ...styles }).format(new Date(moment));

const forSpreadsheets = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** Formats a time (ISO 8601) for spreadsheets: `2026-03-31 16:05:00` in India. */
export const spreadsheetTime = (moment: string): string => forSpreadsheets.format(new Date(moment));
