import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { revalidateTag } from 'next/cache';
import { z } from 'zod';
import { siteSettings } from '#web/env.ts';
import { contentTag } from '#web/freshness/content-tag.ts';
import { readBody } from '#web/http/body.ts';
import { parseJson } from '#web/http/json.ts';

const problem = (status: number, error: string) => Response.json({ error }, { status });

/** Bytes. Sanity sends only a few fields. */
const maxBytes = 64 * 1024;

/** The site does not use the document's id, because cached pages are tagged with sync tags instead of ids. */
const publishSchema = z.object({ _id: z.string().min(1), operation: z.enum(['create', 'update', 'delete']) });

/**
 * Webhook that expires all pages. Hosted Sanity calls it on platforms whose processes are too short-lived for live
 * events; `revalidate-next-cache.ts` calls it from this process. Has no effect if our page cache follows the live
 * events. Responds with 503 if no secret is set, 401 for a wrong signature, 400 or 413 for an invalid body.
 */
export async function POST(request: Request) {
  const secret = siteSettings().sanity.webhookSecret;
  if (!secret) return problem(503, 'Set SANITY_WEBHOOK_SECRET to the secret of the webhook.');
  const bytes = await readBody(request, maxBytes);
  if (!(bytes instanceof Uint8Array)) return problem(bytes.status, bytes.error);
  const body = Buffer.from(bytes).toString('utf8');
  if (body === '') return problem(400, 'The body is empty.');
  const signature = request.headers.get(SIGNATURE_HEADER_NAME);
  if (!signature || !(await isValidSignature(body, signature, secret)))
    return problem(
      401,
      `The header ${SIGNATURE_HEADER_NAME} must be the signature of the body with the webhook's secret.`,
    );
  if (!publishSchema.safeParse(parseJson(body)).success)
    return problem(400, 'The body must be JSON with _id and operation, as .env.example explains.');
  // Expire at once, so that the next request renders the published content.
  revalidateTag(contentTag, { expire: 0 });
  return Response.json({ revalidated: [contentTag] });
}
