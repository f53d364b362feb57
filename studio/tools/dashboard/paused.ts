import { getPublishedId } from '@sanity/client/csm';
import type { Schema } from 'sanity';
import { z } from 'zod';
import { titleExpression, titleOf } from '#schemas/document-title.ts';
import { editPath } from '#schemas/paths.ts';
import { titleOfField } from '#studio/content/fields.ts';
import type { Row } from '#studio/ui/rows.tsx';

const document = z.looseObject({ _id: z.string(), _type: z.string() });

/** Paused releases and schedules, with the reasons. */
export const pausedSchema = z.array(
  z.object({
    name: z.string(),
    title: z.string().nullish(),
    message: z.string(),
    conflicts: z.array(z.object({ paths: z.array(z.string()), version: document.nullable() })).nullish(),
  }),
);

export const pausedQuery = `*[_type == "system.release" && state == "active" && defined(error.message)]{
    name,
    "title": metadata.title,
    "message": error.message,
    "conflicts": error.conflicts[]{
      paths,
      "version": *[_id == "versions." + ^.^.name + "." + ^.id][0]
        {_id, _type, "title": ${titleExpression}}
    }
  }`;

/** Returns rows that lead to the version with the conflict, or to the release. */
export function pausedRows(paused: z.infer<typeof pausedSchema>, schema: Schema, basePath: string): Row[] {
  return paused.map(({ name, title, message, conflicts }) => {
    const found = (conflicts ?? []).flatMap(({ paths, version }) => (version ? [{ paths, version }] : []));
    const [first] = found;
    const details = found.map(({ paths, version }) => {
      const type = schema.get(version._type);
      const fields = paths.map((path) => /^\w+/.exec(path)?.[0] ?? '');
      const titles = [...new Set(fields)].map((field) => titleOfField(type, field)).filter(Boolean);
      const what =
        titles.length > 0 ? `a different ${titles.join(', ')} was published in the meantime` : message;
      return `${titleOf(version, type?.title)}: ${what}`;
    });
    return {
      key: `paused ${name}`,
      title: `${title || 'A release'} is paused`,
      detail: details.join('. ') || message,
      badge: { text: 'Paused', tone: 'critical' },
      href: first
        ? `${basePath}${editPath(getPublishedId(first.version._id), first.version._type)}?perspective=${name}`
        : `${basePath}/releases/${name}`,
    };
  });
}
