import { getPublishedId } from '@sanity/client/csm';
import type { InferResponseType } from 'hono/client';
import { z } from 'zod';
import type { Claim } from '#schemas/claims.ts';
import { daysFromToday, hasPassed, isOver } from '#schemas/days.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { editPath } from '#schemas/paths.ts';
import { pluralize } from '#studio/ui/labels.ts';
import type { StaffApi } from '#studio/ui/staff-api.ts';
import { dayInIndia } from '#web/contracts/india.ts';

/** Returns the last day (ISO) of which the start page lists what is coming up: 90 days from today in India. */
export const lastComingDay = (): string => daysFromToday(90);

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

/** Scheduled and planned releases, and published documents that end. */
export const datedSchema = z.object({ releases: z.array(release), endings: z.array(ending) });

export const datedQuery = `{
  "releases": *[_type == "system.release" && state in ["active", "scheduling", "scheduled"]
    && defined(coalesce(publishAt, metadata.intendedPublishAt))]{
      name, "isScheduled": state == "scheduled", "title": metadata.title,
      "on": coalesce(publishAt, metadata.intendedPublishAt),
      "documents": *[string::startsWith(_id, "versions." + ^.name + ".")]{${fields}}
    },
  "endings": [
    ...*[defined(end.at) && _id in path("*")]
      {${fields}, "on": end.at, "path": "end.at", "what": "The page ends"},
    ...*[defined(validThrough) && _type == "jobOpening" && _id in path("*")]
      {${fields}, "on": validThrough, "path": "validThrough", "what": "Last day of the job opening"},
    ...*[defined(until) && _type == "tenderRule" && _id in path("*")]
      {${fields}, "on": until, "path": "until", "what": "Last day of the tender rule"}
  ]
}`;

/** Something that goes out or ends, at an ISO time or with a `day` in India. `href` is below the Studio's base path. */
interface ComingItem {
  key: string;
  day: string;
  at?: string;
  what: string;
  title: string;
  href: string;
  /** The type of the document, if the item is about one document. */
  type?: string;
}

const parseTime = (on: string) =>
  on.includes('T') ? { day: dayInIndia(Date.parse(on)), at: on } : { day: on };

function releaseItem({ name, isScheduled, title, on, documents }: z.infer<typeof release>): ComingItem {
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
  const what = isScheduled ? 'Goes live' : 'Planned, but not scheduled';
  return { ...parseTime(on), ...about, key: name, what };
}

function endingItem({ _id, _type: type, title, on, what, path }: z.infer<typeof ending>): ComingItem {
  return { ...parseTime(on), key: `${_id} ${path}`, what, title, type, href: editPath(_id, type, path) };
}

function claimItem({ id: _id, type: _type, path, kind, title, until: on }: Claim): ComingItem[] {
  if (!on) return [];
  return [endingItem({ _id, _type, path, title, on, what: `Last day of the proof: ${kind.toLowerCase()}` })];
}

/** A bill whose payment link ends. */
type EndingLink = InferResponseType<StaffApi['payments']['bills']['ending']['$get']>['bills'][number];

const linkItem = ({ id, bill_number, customer_name, expires_at }: EndingLink): ComingItem => ({
  key: id,
  day: dayInIndia(Date.parse(expires_at) - 1),
  what: 'Last day of the payment link',
  title: ['Bill', bill_number, customer_name].filter(Boolean).join(' '),
  href: `/payments/links/${id}`,
});

/** Returns what goes out and what ends from now to the last coming day, the next first. */
export function comingItems(
  { releases, endings }: z.infer<typeof datedSchema>,
  claims: Claim[],
  links: EndingLink[],
): ComingItem[] {
  const items = [
    ...releases.map(releaseItem),
    ...endings.map(endingItem),
    ...claims.flatMap(claimItem),
    ...links.map(linkItem),
  ];
  return items.filter(({ day, at }) => !hasPassed(day) && !isOver(at) && day <= lastComingDay()).sort(byTime);
}

/** Sorts items by day and time, those without a time last. */
const byTime = (one: ComingItem, other: ComingItem): number =>
  one.day.localeCompare(other.day) || (one.at ?? '~').localeCompare(other.at ?? '~');
