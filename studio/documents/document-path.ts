import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';

const slugged = z.object({ slug: z.object({ current: z.string().optional() }).nullish() });

/** The path of a document as the Studio holds it; null for no document or one without an address. */
export function documentPath(type: string, value: unknown): string | null {
  const document = slugged.safeParse(value);
  return document.success ? hrefFor({ _type: type, slug: document.data.slug?.current ?? null }) : null;
}
