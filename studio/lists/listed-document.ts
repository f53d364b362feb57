import { getPublishedId, getVersionFromId, isDraftId, isPublishedId } from '@sanity/client/csm';
import { z } from 'zod';
import { titleExpression } from '#schemas/document-title.ts';
import { stateWords } from '#studio/content/state-words.ts';

const version = z.object({
  _id: z.string(),
  _rev: z.string(),
  _updatedAt: z.string(),
  title: z.string().nullable(),
});

/** The version of a document that changed last. */
export type Latest = z.infer<typeof version>;

/** A document with what its versions are. */
export interface ListedDocument {
  id: string;
  title: string;
  states: string[];
  hasDraft: boolean;
  isPublished: boolean;
  latest: Latest;
}

export const listSchema = z
  .object({ versions: z.array(version), schedules: z.array(z.string()) })
  .transform(({ versions, schedules }): ListedDocument[] =>
    [...Map.groupBy(versions, ({ _id }) => getPublishedId(_id))].flatMap(([id, all]) => {
      const [latest] = all;
      if (!latest) return [];
      const hasDraft = all.some(({ _id }) => isDraftId(_id));
      const isPublished = all.some(({ _id }) => isPublishedId(_id));
      const isScheduled = all.some(({ _id }) => schedules.includes(getVersionFromId(_id) ?? ''));
      const live = hasDraft ? stateWords.changed : stateWords.published;
      const hidden = hasDraft ? stateWords.draft : stateWords.notPublished;
      const states = [isPublished ? live : hidden, ...(isScheduled ? [stateWords.scheduled] : [])];
      return { id, title: latest.title ?? 'No title yet', states, hasDraft, isPublished, latest };
    }),
  );

/** Returns the query for documents that match a GROQ condition, the last changed first, with at most 2,000 versions. */
export function listQuery(condition: string) {
  const listed = `_type in $types && ${condition}`;
  return {
    listen: `*[(${listed}) || _type == "system.release"]`,
    fetch: `{
      "versions": *[${listed}] | order(_updatedAt desc)[0...2000]
        {_id, _rev, _updatedAt, "title": ${titleExpression}},
      "schedules": *[_type == "system.release" && state == "scheduled"].name
    }`,
  };
}
