import { getPublishedId } from '@sanity/client/csm';
import type { InferResponseType } from 'hono/client';
import { z } from 'zod';
import { claimsQuery, findClaims } from '#schemas/claims.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { editPath } from '#schemas/paths.ts';
import { pluralize } from '#studio/ui/labels.ts';
import type { StaffApi } from '#studio/ui/staff-api.ts';
import { dayInIndia } from '#web/contracts/india.ts';

const fields = `_id, _type, "title": coalesce(${titleExpression}, _id)`;
const document = z.object({ _id: z.string(), _type: z.string(), title: z.string() });
/** `on` is a day or a time (ISO 8601). `path` is the field that holds it. */
const ending = document.extend({ on: z.string(), what: z.string(), path: z.string() });
const release = z.object({
  name: z.string(),
  isScheduled: z.boolean(),
  title: z.string().nullish(),
  on: z.string(),
  documents: z.array(document),
});

/** Events with a set time: scheduled and planned releases, and ends of pages. */
export const scheduleSchema = z.object({ releases: z.array(release), endings: z.array(ending) });

export const scheduleQuery = `{
  "releases": *[_type == "system.release" && state in ["active", "scheduling", "scheduled"]
    && defined(coalesce(publishAt, metadata.intendedPublishAt))]{
      name, "isScheduled": state == "scheduled", "title": metadata.title,
      "on": coalesce(publishAt, metadata.intendedPublishAt),
      "documents": *[string::startsWith(_id, "versions." + ^.name + ".")]{${fields}}
    },
  "endings": *[defined(end.at) && _id in path("*")]
    {${fields}, "on": end.at, "path": "end.at", "what": "The page ends"}
}`;

export const calendarSchema = z.object({
  schedule: scheduleSchema,
  lastDays: z.array(ending),
  claims: z.array(z.unknown()).transform(findClaims),
});

export const calendarQuery = {
  listen: '*[_type in $types || _type == "system.release"]',
  fetch: `{
  "schedule": ${scheduleQuery},
  "lastDays": [
    ...*[defined(validThrough) && _type == "jobOpening" && _id in path("*")]
      {${fields}, "on": validThrough, "path": "validThrough", "what": "Last day of the job opening"},
    ...*[defined(until) && _type == "tenderRule" && _id in path("*")]
      {${fields}, "on": until, "path": "until", "what": "Last day of the tender rule"}
  ],
  "claims": ${claimsQuery}
}`,
};

/** Something that goes out or ends, at an ISO time or with a `day` in India. `href` is below the Studio's base path. */
export interface CalendarItem {
  key: string;
  day: string;
  at?: string;
  what: string;
  title: string;
  href: string;
  /** The type of the document, if the item is about one document. */
  type?: string;
  /** The name of the release, if its schedule can be moved. */
  release?: string;
}

const dated = (on: string) => (on.includes('T') ? { day: dayInIndia(Date.parse(on)), at: on } : { day: on });

function releaseItem({ name, isScheduled, title, on, documents }: z.infer<typeof release>): CalendarItem {
  const [only, ...others] = documents;
  const about =
    only && others.length === 0
      ? {
          title: only.title,
          type: only._type,
          href: `${editPath(getPublishedId(only._id), only._type)}?perspective=${name}`,
        }
      : {
          title: `${title || 'A release'} (${pluralize(documents.length, 'document')})`,
          href: `/releases/${name}`,
        };
  return {
    ...dated(on),
    ...about,
    key: name,
    what: isScheduled ? 'Goes live' : 'Planned, but not scheduled',
    ...(isScheduled && { release: name }),
  };
}

function endingItem({ _id, _type: type, title, on, what, path }: z.infer<typeof ending>): CalendarItem {
  return { ...dated(on), key: `${_id} ${path}`, what, title, type, href: editPath(_id, type, path) };
}

/** Returns the events with a set time, the next first. */
export const scheduleItems = ({ releases, endings }: z.infer<typeof scheduleSchema>): CalendarItem[] =>
  [...releases.map(releaseItem), ...endings.map(endingItem)].sort(byTime);

/** Returns what goes out and what ends, in any order. */
export const calendarItems = ({
  schedule,
  lastDays,
  claims,
}: z.infer<typeof calendarSchema>): CalendarItem[] => [
  ...scheduleItems(schedule),
  ...lastDays.map(endingItem),
  ...claims.flatMap(({ id: _id, type: _type, path, kind, title, until: on }) =>
    on
      ? endingItem({ _id, _type, path, title, on, what: `Last day of the proof: ${kind.toLowerCase()}` })
      : [],
  ),
];

/** A bill whose payment link ends. */
type EndingLink = InferResponseType<StaffApi['payments']['bills']['ending']['$get']>['bills'][number];

export const linkItem = ({ id, bill_number, customer_name, expires_at }: EndingLink): CalendarItem => ({
  key: id,
  day: dayInIndia(Date.parse(expires_at) - 1),
  what: 'Last day of the payment link',
  title: ['Bill', bill_number, customer_name].filter(Boolean).join(' '),
  href: `/payments/links/${id}`,
});

/** Sorts items by day and time, those without a time last. */
export const byTime = (one: CalendarItem, other: CalendarItem): number =>
  one.day.localeCompare(other.day) || (one.at ?? '~').localeCompare(other.at ?? '~');
