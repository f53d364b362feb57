import { getPublishedId, isDraftId } from 'sanity';
import { z } from 'zod';

const identified = { _id: z.string(), _type: z.string() };
const stored = z.looseObject({ ...identified, publishedVersion: z.looseObject(identified).nullish() });

/** The latest version of a document, and the published version, which may be the same. */
export interface Content {
  id: string;
  type: string;
  latest: z.infer<typeof stored>;
  published?: z.infer<typeof stored> | undefined;
}

export const contentSchema = z.array(stored).transform(pairVersions);

/** Only the 5,000 latest documents: loading every document would fill the browser's memory. */
export const allContentQuery = {
  // Reloads when the settings change, because all texts use them. Other changes reload nothing.
  listen: '*[_id == "siteSettings"]',
  fetch: '*[_type in $types] | order(_updatedAt desc)[0...5000]',
};

/** Pairs drafts with their published documents. */
export function pairVersions(documents: z.infer<typeof stored>[]): Content[] {
  const found = new Map<string, Content>();
  for (const latest of documents) {
    const id = getPublishedId(latest._id);
    const known = found.get(id) ?? { id, type: latest._type, latest };
    const published = isDraftId(latest._id) ? (latest.publishedVersion ?? known.published) : latest;
    found.set(id, isDraftId(latest._id) ? { ...known, latest, published } : { ...known, published });
  }
  return [...found.values()];
}
