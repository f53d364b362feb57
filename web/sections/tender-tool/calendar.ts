import { createHash } from 'node:crypto';
import ical, { ICalAlarmType } from 'ical-generator';
import { day, minute } from '#web/contracts/durations.ts';
import type { RequiredDocument } from './rules.ts';

/** Seconds between an alarm and its event. All-day: 9 am on the day before. Closing: 24 hours and 2 hours before. */
const alarmSeconds = { day: [15 * 3600], closing: [24 * 3600, 2 * 3600] };

/** Milliseconds. Some calendars hide an event without a length. */
const closingLength = 15 * minute;

type Dates = {
  papers: readonly RequiredDocument[];
  /** Milliseconds since 1970. */
  closes: number;
  now: number;
  /** Title of the closing event. */
  closingText: string;
  /** Identifies the tender, so that a new file moves the existing events in a calendar. */
  reference: string;
  /** Makes the event ids unique. */
  host: string;
};

/** Builds an iCalendar file (RFC 5545): an all-day event for each document, and the closing time in UTC. */
export function writeCalendar({ papers, closes, now, closingText, reference, host }: Dates): string {
  const entry = (id: string, name: string, seconds: number[], start: number, length: number) => {
    const digest = createHash('sha256').update(JSON.stringify([reference || closes, id]));
    return {
      start: new Date(start),
      end: new Date(start + length),
      id: `${digest.digest('base64url').slice(0, 22)}@${host}`,
      stamp: new Date(now),
      lastModified: new Date(now),
      // A calendar replaces an event only if the sequence grows. Nothing is stored, so the minute of the download counts.
      sequence: Math.floor(now / minute),
      summary: reference ? `${name} (${reference})` : name,
      alarms: seconds.map((trigger) => ({ type: ICalAlarmType.display, trigger })),
    };
  };
  const days = papers.flatMap(({ rule, begin }) =>
    begin
      ? {
          ...entry(rule._id, rule.name, alarmSeconds.day, Date.parse(begin), day),
          allDay: true,
          description: rule.text,
        }
      : [],
  );
  const closing = entry('closing', closingText, alarmSeconds.closing, closes, closingLength);
  return ical({ prodId: `//${host}//Bid dates//EN`, events: [...days, closing] }).toString();
}
