import { z } from 'zod';
import { claimsQuery, findClaims } from '#schemas/claims.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { pluralize } from '#studio/ui/labels.ts';
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

export const calendarSchema = z.object({
  releases: z.array(release),
  endings: z.array(ending),
  claims: z.array(z.unknown()).transform(findClaims),
});

export const calendarQuery = {
  listen: '*[_type in $types || _type == "system.release"]',
  fetch: `{
  "releases": *[_type == "system.release" && state in ["active", "scheduling", "scheduled"]
    && defined(coalesce(publishAt, metadata.intendedPublishAt))]{
      name, "isScheduled": state == "scheduled", "title": metadata.title,
      "on": coalesce(publishAt, metadata.intendedPublishAt),
      "documents": *[string::startsWith(_id, "versions." + ^.name + ".")]{${fields}}
    },
  "endings": [
    ...*[defined(validThrough) && _type == "jobOpening" && _id in path("*")]
      {${fields}, "on": validThrough, "path": "validThrough", "what": "Last day of the job opening"},
    ...*[defined(until) && _type == "tenderRule" && _id in path("*")]
      {${fields}, "on": until, "path": "until", "what": "Last day of the tender rule"},
    ...*[defined(end.at) && _id in path("*")]{${fields}, "on": end.at, "path": "end.at", "what": "The page ends"}
  ],
  "claims": ${claimsQuery}
}`,
};

/** Something that goes out, or that ends, at an ISO time or with a `day` in India. It links to a document or a path. */
export interface CalendarItem {
  key: string;
  day: string;
  at?: string;
  what: string;
  title: string;
  target: { id: string; type: string; path?: string; perspective?: string } | { href: string };
  /** The name of the release, if its schedule can be moved. */
  release?: string;
}

const dated = (on: string) => (on.includes('T') ? { day: dayInIndia(Date.parse(on)), at: on } : { day: on });

function releaseItem({ name, isScheduled, title, on, documents }: z.infer<typeof release>): CalendarItem {
  const [only, ...others] = documents;
  const isSingle = only && others.length === 0;
  return {
    ...dated(on),
    key: name,
    what: isScheduled ? 'Goes live' : 'Planned, but not scheduled',
    title: isSingle ? only.title : `${title || 'A release'} (${pluralize(documents.length, 'document')})`,
    target: isSingle
      ? { id: only._id.replace(/^versions\.[^.]*\./, ''), type: only._type, perspective: name }
      : { href: `/releases/${name}` },
    ...(isScheduled && { release: name }),
  };
}

/** Returns what goes out and what ends, in any order. */
export function calendarItems({ releases, endings, claims }: z.infer<typeof calendarSchema>): CalendarItem[] {
  return [
    ...releases.map(releaseItem),
    ...endings.map(({ _id: id, _type: type, on, path, ...rest }) => ({
      ...rest,
      ...dated(on),
      key: `${id} ${path}`,
      target: { id, type, path },
    })),
    ...claims.flatMap(({ id, type, path, kind, title, until = '' }) =>
      until
        ? {
            ...dated(until),
            key: `${id} ${path}`,
            what: `Last day of the proof: ${kind.toLowerCase()}`,
            title,
            target: { id, type, path },
          }
        : [],
    ),
  ];
}

/** A bill whose payment link ends. */
export interface EndingLink {
  id: string;
  bill_number: string;
  customer_name: string | null;
  expires_at: string;
}

export const linkItem = ({ id, bill_number, customer_name, expires_at }: EndingLink): CalendarItem => ({
  key: id,
  day: dayInIndia(Date.parse(expires_at) - 1),
  what: 'Last day of the payment link',
  title: ['Bill', bill_number, customer_name].filter(Boolean).join(' '),
  target: { href: `/payments/links/${id}` },
});

/** Sorts items by day and time, those without a time last. */
export const byTime = (one: CalendarItem, other: CalendarItem): number =>
  one.day.localeCompare(other.day) || (one.at ?? '~').localeCompare(other.at ?? '~');
