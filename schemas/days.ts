/** India's offset from UTC in seconds; it has no daylight saving time. Dates in content end at midnight in India. */
const indiaOffsetSeconds = 19_800;

/** Returns today's date in India as an ISO date, `2026-03-31`. */
export const today = (): string =>
  new Date(Date.now() + indiaOffsetSeconds * 1000).toISOString().slice(0, 10);
/** GROQ expression for today's date in India, with the same offset. */
export const todayExpression = 'string::split(string(dateTime(now()) + 19800), "T")[0]';

/**
 * GROQ conditions: whether a page, or the page that a reference points to, has not reached its planned end. They compare
 * times as text, which works because the Studio stores them in UTC. With `dateTime()`, a page took twice as long to build.
 */
export const isLive = 'coalesce(end.at > now(), true)';
export const isTargetLive = 'coalesce(@->end.at > now(), true)';

/** Whether a time (ISO 8601) has passed. Returns false without a time. */
export const isOver = (time: string | undefined): boolean =>
  time !== undefined && Date.parse(time) <= Date.now();

/** Returns the ISO date `days` after today in India. */
export const daysFromToday = (days: number): string =>
  new Date(Date.parse(today()) + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** Whether a last day (ISO) has passed in India. The last day itself still counts. Returns false without a day. */
export const hasPassed = (lastDay: string | undefined): boolean => (lastDay ? lastDay < today() : false);

/** Days before its end from which the start page lists a tender rule, and alerts report it. Alerts repeat daily. */
export const ruleNoticeDays = 14;

/** Formats a time (ISO 8601) in India for staff: “31 Mar 2026, 9:00 am”; null stays null. */
export const formatTime = <Moment extends string | null>(moment: Moment): Moment | string =>
  moment &&
  new Date(Date.parse(moment) + indiaOffsetSeconds * 1000).toLocaleString('en-IN', {
    timeZone: 'UTC',
    dateStyle: 'medium',
    timeStyle: 'short',
  });

/** Formats an ISO date for staff: “31 Mar 2026”; null stays null. */
export const formatDay = <Day extends string | null>(day: Day): Day | string =>
  day && new Date(day).toLocaleDateString('en-IN', { timeZone: 'UTC', dateStyle: 'medium' });

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
