import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';
import { addressTag, documentTag, pathTag, typeTag } from './dependencies.ts';

const slug = z.string().nullish();

/** What the webhook tells of a published document; the projection is in `apps/content-lake/webhooks/site-webhook.ts`. */
export const publishSchema = z.object({
  _id: z.string().min(1).max(200),
  _type: z.string().min(1).max(100),
  slug,
  before: z.object({ slug }).nullish(),
  operation: z.enum(['create', 'update', 'delete']),
});

export type Publish = z.infer<typeof publishSchema>;

/** Tags of what shows the document now, showed it before, or stood where it now is. */
export function tagsOfPublish({ _id, _type, slug: slugNow, before, operation }: Publish): string[] {
  const tags = [documentTag(_id), typeTag(_type)];
  const hasMoved = operation !== 'update' || (before?.slug ?? null) !== (slugNow ?? null);
  if (!hasMoved) return tags;
  const paths = [before?.slug, slugNow].flatMap((value) => hrefFor({ _type, slug: value ?? null }) ?? []);
  return [...tags, addressTag(_id), ...new Set(paths.map(pathTag))];
}
