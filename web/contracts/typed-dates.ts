import { addDays, dayInIndia } from './india.ts';
import { latinDigits, singleLine } from './text.ts';

/** A typed ISO day, with its time of day in India (`09:00`) if there is one; or what is wrong with the text. */
export type TypedDate = { day: string; time?: string } | { problem: string };

const monthNames = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
/** Returns the number (1 to 12) of the month that a text abbreviates. */
function monthNumber(text: string): number | undefined {
  const index = monthNames.findIndex((name) => text !== '' && name.toLowerCase().startsWith(text));
  return index < 0 ? undefined : index + 1;
}

const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ ,./-]+(\d{1,2}|[a-z]{3,9})[ ,./-]+(\d\d|\d{4})$/;
const monthFirst = /^([a-z]{3,9})[ .-]+(\d{1,2})(?:st|nd|rd|th)?[ ,]+(\d{4})$/;
const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const withWeekday = /^((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)[ ,.]+(?=.*\d)/;
const withoutYear = /^(?:\d{1,2}(?:st|nd|rd|th)?[ ./-]+(?:\d{1,2}|[a-z]{3,9})|[a-z]{3,9}[ .-]+\d{1,2})$/;

const dayWords = ['yesterday', 'today', 'tomorrow'];

const clock = /(?<!\d)(\d{1,2}):(\d\d)(?: ?([ap])\.?m\.?)?$/;
const hourOnly = /(?<!\d)(\d{1,2})(?:\.(\d\d))? ?([ap])\.?m\.?$/;
/** As in `9 am on 1 Dec 2026`. */
const timeFirst =
  /^(\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?|\d{1,2}(?:\.\d\d)? ?[ap]\.?m\.?)(?: ist)?(?:[ ,]+on)?[ ,]+(.+)$/;

const normalize = (text: string) =>
  latinDigits(singleLine(text))
    .toLowerCase()
    // As in `1Dec2026` and `1st of December`.
    .replace(/(?<=\d)(?=[a-z]{3})|(?<=[a-z]{3})(?=\d)/g, ' ')
    .replace(' of ', ' ')
    .replace(/ ist$/, '');

/** Parses a normalized text without a time. Quotes `text` if it is not understood. */
function readDay(given: string, text: string): TypedDate {
  const [, weekday = ''] = withWeekday.exec(given) ?? [];
  const typed = given.replace(withWeekday, '');
  let [, day = '', month = '', year = ''] = dayFirst.exec(typed) ?? [];
  if (!year) [, year = '', month = '', day = ''] = yearFirst.exec(typed) ?? [];
  if (!year) [, month = '', day = '', year = ''] = monthFirst.exec(typed) ?? [];
  const number = monthNumber(month) ?? Number(month);
  const [word] = /[a-z]{3,}/.exec(typed) ?? [];
  if (!year && withoutYear.test(typed) && (!word || monthNumber(word)))
    return { problem: 'Add the year, for example 1 Dec 2026.' };
  if (!year || Number.isNaN(number))
    return { problem: `“${text}” is not a date. Enter it like 1 Dec 2026, 01/12/2026 or tomorrow.` };
  const name = monthNames[number - 1];
  if (!name) return { problem: `There is no month ${number}. Enter the day first, for example 31/12/2026.` };
  if (year.length === 4 && !year.startsWith('20')) return { problem: 'Enter a year from 2000 to 2099.' };
  const iso = [`20${year.slice(-2)}`, String(number).padStart(2, '0'), day.padStart(2, '0')].join('-');
  const date = new Date(`${iso}T00:00Z`);
  const written = `${Number(day)} ${name} 20${year.slice(-2)}`;
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso)
    return { problem: `There is no ${written}.` };
  const isOn = date.toLocaleDateString('en', { timeZone: 'UTC', weekday: 'long' });
  return isOn.toLowerCase().startsWith(weekday) ? { day: iso } : { problem: `${written} is a ${isOn}.` };
}

/**
 * Parses a date as people in India write it, day first: `31/03/2026`, `31-Mar-26`, `31st March 2026`. Also accepts
 * `March 31, 2026` and `2026-03-31`. Returns the ISO date; undefined for any other text, for an impossible date such as
 * `03/31/2026`, and for a date in another century.
 */
export function parseTypedDay(text: string): string | undefined {
  const read = readDay(normalize(text), text);
  return 'day' in read ? read.day : undefined;
}

/**
 * Parses a date with or without a time, as people type it: also `tomorrow 9:00`, `9 am tomorrow`, `27/11/2026 09:00`,
 * `Nov 27, 2026 9 AM` and Hindi or Arabic digits. Words such as `tomorrow` refer to `now` (milliseconds since 1970) in India.
 */
export function readTypedDate(text: string, now = Date.now()): TypedDate {
  const typed = normalize(text).replace(timeFirst, '$2 $1');
  const match = clock.exec(typed) ?? hourOnly.exec(typed);
  const dayText = typed.slice(0, match?.index).replace(/(?:[\s,]+(?:at\b)?|(?<=\d)t)[\s,]*$/, '');
  if (match && dayText === '') return { problem: 'Add the day, for example tomorrow 9:00.' };
  const word = dayWords.indexOf(dayText);
  const read = word === -1 ? readDay(dayText, singleLine(text)) : { day: addDays(dayInIndia(now), word - 1) };
  if ('problem' in read || !match) return read;
  const [whole, hours = '', minutes = '00', half] = match;
  const isTime = Number(minutes) < 60 && (half ? /^(?:0?[1-9]|1[0-2])$/.test(hours) : Number(hours) < 24);
  if (!isTime) return { problem: `“${whole}” is not a time. Enter it like 9:00 or 4:30 pm.` };
  const hour = half ? (Number(hours) % 12) + (half === 'p' ? 12 : 0) : Number(hours);
  return { ...read, time: `${String(hour).padStart(2, '0')}:${minutes}` };
}
