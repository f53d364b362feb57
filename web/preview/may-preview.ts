import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';
import { ask } from '#web/content/client.ts';
import { sharePrefix } from '#web/contracts/preview-share.ts';
import { previewOf } from '#web/http/preview-pass.ts';
import { readsContent } from '#web/staff/session.ts';

const found = z.object({
  until: z.coerce.date(),
  document: z.object({ _type: z.string(), slug: z.string().nullable() }),
});

const query: string = `*[_id == $id && dateTime(until) > dateTime(now())][0]{
  until, "document": *[_id == ^.document][0]{_type, "slug": slug.current}
}`;

/** A share's path and expiry (milliseconds); null once expired or revoked. */
export async function findShare(share: string): Promise<{ path: string; until: number } | null> {
  const { result } = await ask(query, { id: sharePrefix + share }, { drafts: true });
  const { data } = found.safeParse(result);
  const path = hrefFor(data?.document);
  return data && path ? { path, until: data.until.getTime() } : null;
}

/**
 * Drafts that a request may see: the page at a path until some time, or without these all. Null for none, undefined
 * when it cannot be determined.
 */
export async function mayPreview(headers: Headers) {
  const preview = previewOf(headers.get('cookie'));
  if (!preview) return null;
  if (preview.share) return findShare(preview.share).catch(() => undefined);
  const reads = await readsContent(headers);
  return reads ? { path: undefined, until: undefined } : reads === false ? null : undefined;
}
