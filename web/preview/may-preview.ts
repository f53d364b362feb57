import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';
import { runQuery } from '#web/content/client.ts';
import { sharePrefix } from '#web/contracts/preview-share.ts';
import { readPreview } from '#web/http/preview-pass.ts';
import { mayReadContent } from '#web/staff/session.ts';

const shareSchema = z.object({
  until: z.coerce.date(),
  document: z.object({ _type: z.string(), slug: z.string().nullable() }),
});

const query: string = `*[_id == $id && dateTime(until) > dateTime(now())][0]{
  until, "document": *[_id == ^.document][0]{_type, "slug": slug.current}
}`;

/** Finds a share's path and its expiry in milliseconds since 1970. Null if it has expired or was revoked. */
export async function findShare(share: string): Promise<{ path: string; until: number } | null> {
  const { result } = await runQuery(query, { id: sharePrefix + share }, { drafts: true });
  const { data } = shareSchema.safeParse(result);
  const path = hrefFor(data?.document);
  return data && path ? { path, until: data.until.getTime() } : null;
}

/**
 * Finds the drafts that a request may see: all for staff, or the page at `path` for a guest until the share expires.
 * Null if it may see none, undefined if the content API does not respond.
 */
export async function mayPreview(headers: Headers) {
  const preview = readPreview(headers.get('cookie'));
  if (!preview) return null;
  if (preview.share) return findShare(preview.share).catch(() => undefined);
  const isStaff = await mayReadContent(headers);
  if (isStaff === undefined) return undefined;
  return isStaff ? { path: undefined, until: undefined } : null;
}
