import { latinDigits, singleLine } from './text.ts';

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** Returns the number of a month as two digits, from its number or from the beginning of its name. */
function readMonth(text: string): string {
  const index = monthNames.findIndex((name) => text !== '' && name.startsWith(text));
  return (index < 0 ? text : String(index + 1)).padStart(2, '0');
}

const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ ,./-]+(\d{1,2}|[a-z]{3,9})[ ,./-]+(\d\d|20\d\d)$/;
const monthFirst = /^([a-z]{3,9})[ .-]+(\d{1,2})(?:st|nd|rd|th)?[ ,]+(20\d\d)$/;
const yearFirst = /^(20\d\d)[-/](\d{1,2})[-/](\d{1,2})$/;

/**
 * Parses a date as people in India write it, day first: `31/03/2026`, `31-Mar-26`, `31st March 2026`. Also accepts
 * `March 31, 2026` and `2026-03-31`. Returns the ISO date; undefined for any other text, for an impossible date such as
 * `03/31/2026`, and for a date in another century.
 * @example parseTypedDay('31-Mar-26') // '2026-03-31'
 */
export function parseTypedDay(text: string): string | undefined {
  const typed = latinDigits(singleLine(text)).toLowerCase();
  let [, day = '', month = '', year = ''] = dayFirst.exec(typed) ?? [];
  if (!year) [, year = '', month = '', day = ''] = yearFirst.exec(typed) ?? [];
  if (!year) [, month = '', day = '', year = ''] = monthFirst.exec(typed) ?? [];
  const iso = [`20${year.slice(-2)}`, readMonth(month), day.padStart(2, '0')].join('-');
  const date = new Date(`${iso}T00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso;
}
