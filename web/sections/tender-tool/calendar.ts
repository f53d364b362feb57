import { createHash } from 'node:crypto';
import ical, { ICalAlarmType, type ICalEventData } from 'ical-generator';
import type { RequiredDocument } from './rules.ts';

/** Seconds before an entry: of a day, at nine in the morning of the day before; of the closing, a day and two hours. */
const alarms = { day: [15 * 3600], closing: [24 * 3600, 2 * 3600] };

type Dates = {
  papers: readonly RequiredDocument[];
  /** In milliseconds since 1970. */
  closes: number;
  now: number;
  /** The entry of the closing. */
  closingText: string;
  /** Names the tender: when its date changes, a calendar moves the entries that it has under the same name. */
  reference: string;
  /** Makes the entries' ids unique. */
  host: string;
};

/** An iCalendar file (RFC 5545): a day for each paper, and the closing at its time in UTC. */
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
