import { createHash } from 'node:crypto';
import ical, { ICalAlarmType, type ICalEventData } from 'ical-generator';
import type { RequiredDocument } from './rules.ts';

/** Seconds between an alarm and its event. All-day: 9 am on the day before. Closing: 24 hours and 2 hours before. */
const alarms = { day: [15 * 3600], closing: [24 * 3600, 2 * 3600] };

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
export function calendarOf({ papers, closes, now, closingText, reference, host }: Dates): string {
  const entry = (id: string, name: string, seconds: number[], event: Pick<ICalEventData, 'start'>) => {
    const digest = createHash('sha256').update(JSON.stringify([reference || closes, id]));
    return {
      ...event,
      id: `${digest.digest('base64url').slice(0, 22)}@${host}`,
      stamp: new Date(now),
      summary: reference ? `${name} (${reference})` : name,
      alarms: seconds.map((trigger) => ({ type: ICalAlarmType.display, trigger })),
    };
  };
  const days = papers.flatMap(({ rule, begin }) =>
    begin
      ? {
          ...entry(rule._id, rule.name, alarms.day, { start: new Date(begin) }),
          allDay: true,
          description: rule.text,
        }
      : [],
  );
  const closing = entry('closing', closingText, alarms.closing, { start: new Date(closes) });
  return ical({ prodId: `//${host}//Bid dates//EN`, events: [...days, closing] }).toString();
}
