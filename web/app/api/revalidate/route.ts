import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { revalidateTag } from 'next/cache';
import { z } from 'zod';
import { siteSettings } from '#web/env.ts';
import { contentTag } from '#web/freshness/content-tag.ts';
import { readBody } from '#web/http/body.ts';
import { parseJson } from '#web/http/json.ts';

const problem = (status: number, error: string) => Response.json({ error }, { status });

/** Sanity sends a projection of a few fields. */
const maxBytes = 64 * 1024;

/** The document in the body is ignored, since pages know their documents by Sanity's own tags only. */
const publishSchema = z.object({ _id: z.string().min(1), operation: z.enum(['create', 'update', 'delete']) });

/**
 * Told that something was published, expires all pages: by hosted Sanity, for hosts whose processes do not live long
 * enough to follow the live events, or by this process (`renew-next-cache.ts`). Where the page cache is ours and follows
 * the live events, which name what changed, it does nothing. Answers 503 while no secret is set, 401 for a signature that is not ours, 400 and 413 for a body that cannot be read.
 */
export async function POST(request: Request) {
  const secret = siteSettings().sanity.webhookSecret;
  if (!secret) return problem(503, 'Set SANITY_WEBHOOK_SECRET to the secret of the webhook.');
  const bytes = await readBody(request, maxBytes);
  if (!(bytes instanceof Uint8Array)) return problem(bytes.status, bytes.error);
  const body = Buffer.from(bytes).toString('utf8');
  if (body === '') return problem(400, 'The body is empty.');
  const signature = request.headers.get(SIGNATURE_HEADER_NAME);
  if (!signature || !(await isSigned(body, signature, secret)))
    return problem(
      401,
      `The header ${SIGNATURE_HEADER_NAME} must be the signature of the body with the webhook's secret.`,
    );
  if (!publishSchema.safeParse(parseJson(body)).success)
    return problem(400, 'The body must be JSON with _id and operation, as .env.example explains.');
  // Expire at once: a page that is asked for next is rendered with what was published.
  revalidateTag(contentTag, { expire: 0 });
  return Response.json({ revalidated: [contentTag] });
}

async function isSigned(body: string, signature: string, secret: string): Promise<boolean> {
  try {
    return await isValidSignature(body, signature, secret);
  } catch {
    // The library throws on a header that has not the form of a signature.
    return false;
  }
}
