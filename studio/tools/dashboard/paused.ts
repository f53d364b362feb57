import { getPublishedId } from '@sanity/client/csm';
import { z } from 'zod';
import { titleExpression, titleOf } from '#schemas/document-title.ts';
import { editPath } from '#schemas/paths.ts';
import type { Row } from '#studio/ui/rows.tsx';

const document = z.looseObject({ _id: z.string(), _type: z.string() });

/** Paused releases and schedules, with the reason and the versions that conflict with published documents. */
export const pausedSchema = z.array(
  z.object({
    name: z.string(),
    title: z.string().nullish(),
    message: z.string(),
    conflicts: z.array(z.object({ version: document.nullable() })).nullish(),
  }),
);

export const pausedQuery = `*[_type == "system.release" && state == "active" && defined(error.message)]{
    name,
    "title": metadata.title,
    "message": error.message,
    "conflicts": error.conflicts[]{
      "version": *[_id == "versions." + ^.^.name + "." + ^.id][0]
        {_id, _type, "title": ${titleExpression}}
    }
  }`;

/** Returns rows that lead to the version with the conflict, whose form names the fields, or to the release. */
export function pausedRows(paused: z.infer<typeof pausedSchema>, basePath: string): Row[] {
  return paused.map(({ name, title, message, conflicts }) => {
    const version = conflicts?.find((one) => one.version)?.version;
    return {
      key: `paused ${name}`,
      title: `${title || 'A release'} is paused`,
      detail: version ? `${titleOf(version)}: another text was published. Decide which to keep.` : message,
      badge: { text: 'Paused', tone: 'critical' },
      href: version
        ? `${basePath}${editPath(getPublishedId(version._id), version._type)}?perspective=${name}`
        : `${basePath}/releases/${name}`,
    };
  });
}
