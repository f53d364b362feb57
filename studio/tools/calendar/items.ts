import { z } from 'zod';
import { claimsQuery, findClaims } from '#schemas/claims.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { rulesQuery, rulesSchema } from '#studio/content/tender-rules.ts';
import { pluralize } from '#studio/ui/labels.ts';
import { dayInIndia } from '#web/contracts/india.ts';

const document = z.object({ _id: z.string(), _type: z.string(), title: z.string().nullish() });

export const calendarSchema = z.object({
  releases: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      title: z.string().nullish(),
      at: z.string(),
      documents: z.array(document),
    }),
  ),
  openings: z.array(document.extend({ day: z.string() })),
  pages: z.array(document.extend({ at: z.string() })),
  rules: rulesSchema,
  claims: z.array(z.unknown()).transform(findClaims),
});

export const calendarQuery = {
  listen: '*[_type in $types || _type == "system.release"]',
  fetch: `{
  "releases": *[_type == "system.release" && state in ["active", "scheduling", "scheduled"]
    && defined(coalesce(publishAt, metadata.intendedPublishAt))]{
      name, state, "title": metadata.title, "at": coalesce(publishAt, metadata.intendedPublishAt),
      "documents": *[string::startsWith(_id, "versions." + ^.name + ".")]{_id, _type, "title": ${titleExpression}}
    },
  "openings": *[_type == "jobOpening" && defined(validThrough) && _id in path("*")]
    {_id, _type, title, "day": validThrough},
  "pages": *[defined(end.at) && _id in path("*")]{_id, _type, "title": ${titleExpression}, "at": end.at},
  "rules": ${rulesQuery},
  "claims": ${claimsQuery}
}`,
};

/** Something that goes out or ends. `at` is an ISO time; without it, the item lasts through its `day` in India. */
export interface CalendarItem {
  key: string;
  day: string;
  at?: string;
  what: string;
  title: string;
  /** The document, or the bill, that the item leads to. */
  target: { id: string; type: string; path?: string; perspective?: string } | { href: string };
  /** The name of the release, if its schedule can be moved. */
  release?: string;
}

const dayOf = (at: string) => dayInIndia(Date.parse(at));

/** Returns what goes out and what ends, by day and time. */
export function calendarItems(found: z.infer<typeof calendarSchema>): CalendarItem[] {
  const items: CalendarItem[] = [
    ...found.releases.map(({ name, state, title, at, documents }) => {
      const [first] = documents;
      const isSingle = first && documents.length === 1;
      return {
        key: `release ${name}`,
        day: dayOf(at),
        at,
        what: state === 'active' ? 'Planned, but not scheduled' : 'Goes live',
        title: isSingle
          ? (first.title ?? 'A document')
          : `${title || 'A release'} (${pluralize(documents.length, 'document')})`,
        target: isSingle
          ? { id: first._id.split('.').slice(2).join('.'), type: first._type, perspective: name }
          : { href: `/releases/${name}` },
        ...(state === 'scheduled' && { release: name }),
      };
    }),
    ...found.openings.map(({ _id, _type, title, day }) => ({
      key: `opening ${_id}`,
      day,
      what: 'Last day of the job opening',
      title: title ?? _id,
      target: { id: _id, type: _type, path: 'validThrough' },
    })),
    ...found.pages.map(({ _id, _type, title, at }) => ({
      key: `page ${_id}`,
      day: dayOf(at),
      at,
      what: 'The page ends',
      title: title ?? _id,
      target: { id: _id, type: _type, path: 'end.at' },
    })),
    ...found.rules.map(({ _id, _type, name, until }) => ({
      key: `rule ${_id}`,
      day: until,
      what: 'Last day of the tender rule',
      title: name ?? _id,
      target: { id: _id, type: _type, path: 'until' },
    })),
    ...found.claims.flatMap(({ id, type, path, kind, title, until }) =>
      until
        ? {
            key: `claim ${id} ${path}`,
            day: until,
            what: `Last day of the proof: ${kind.toLowerCase()}`,
            title,
            target: { id, type, path },
          }
        : [],
    ),
  ];
  return items.sort(byTime);
}

/** Sorts items by day and time, those without a time last. */
export const byTime = (one: CalendarItem, other: CalendarItem): number =>
  one.day.localeCompare(other.day) || (one.at ?? '~').localeCompare(other.at ?? '~');
