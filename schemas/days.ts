/** Seconds by which India is ahead of UTC, all year: a day of content ends at midnight there. */
const indiaOffsetSeconds = 19_800;

/** Today in India, `2026-03-31`. */
export const today = (): string =>
  new Date(Date.now() + indiaOffsetSeconds * 1000).toISOString().slice(0, 10);
/** The same in a query, with the same number of seconds: a GROQ expression. */
export const todayExpression = 'string::split(string(dateTime(now()) + 19800), "T")[0]';

/** The day so many days from today in India. */
export const daysFromToday = (days: number): string =>
  new Date(Date.parse(today()) + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** Whether a last day (`2026-03-31`) is over; it counts in full. */
export const hasPassed = (lastDay: string | undefined): boolean => (lastDay ? lastDay < today() : false);

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
