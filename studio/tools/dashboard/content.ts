import { getPublishedId, isDraftId } from 'sanity';
import { z } from 'zod';

const stored = z.looseObject({ _id: z.string(), _type: z.string() });

/** A document as editors see it (`latest`) and as visitors do (`published`), which may be the same. */
export interface Content {
  id: string;
  type: string;
  latest: z.infer<typeof stored>;
  published?: z.infer<typeof stored>;
}

/** Documents of the content, each with its draft. */
export const contentSchema = z.array(stored).transform(pairs);

/** The latest documents; more would fill a browser's memory. The settings are followed, since they stand in all texts. */
export const everything = {
  listen: '*[_id == "siteSettings"]',
  fetch: '*[_type in $types] | order(_updatedAt desc)[0...5000]',
};

/** Drafts and what is published, put together. */
export function pairs(documents: z.infer<typeof stored>[]): Content[] {
  const found = new Map<string, Content>();
  for (const latest of documents) {
    const id = getPublishedId(latest._id);
    const known = found.get(id) ?? { id, type: latest._type, latest };
    found.set(id, isDraftId(latest._id) ? { ...known, latest } : { ...known, published: latest });
  }
  return [...found.values()];
}
