const timeZone = 'Asia/Kolkata';
const india = new Intl.DateTimeFormat('sv-SE', { timeZone });

/** The day in India, `2026-03-31`, of a moment in milliseconds since 1970. */
export const dayInIndia = (milliseconds: number): string => india.format(milliseconds);

/** The moment at which a day (`2026-03-31`) begins in India, or a time of it, in milliseconds since 1970. */
export const beginningOf = (day: string, time = '00:00'): number => Date.parse(`${day}T${time}:00+05:30`);

/** The day so many days after another; before it if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** The month in India, `2026-03`, of a moment in milliseconds since 1970. */
export const monthOf = (milliseconds: number): string => dayInIndia(milliseconds).slice(0, 7);

/** The first day of the month in India. */
export const firstOfMonth = (milliseconds: number): string => `${dayInIndia(milliseconds).slice(0, 8)}01`;

/** A moment or day (ISO 8601) as people in India read it: "31 March 2026", with `timeStyle` also "at 4:05 pm". */
export const dateInIndia = (moment: string, styles: Intl.DateTimeFormatOptions = {}): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone, dateStyle: 'long', ...styles }).format(new Date(moment));

const forSpreadsheets = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** A moment (ISO 8601) as spreadsheets read it, `2026-03-31 16:05:00` in India. */
export const indianTime = (moment: string): string => forSpreadsheets.format(new Date(moment));
