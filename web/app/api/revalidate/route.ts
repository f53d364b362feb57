import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook';
import { revalidateTag } from 'next/cache';
import { publishSchema, tagsOfPublish } from '#web/content/revalidation.ts';
import { siteSettings } from '#web/env.ts';
import { readBody } from './read-body.ts';

const answer = (status: number, error: string) => Response.json({ error }, { status });

/** Sanity sends a projection of a few fields. */
const maxBytes = 64 * 1024;

/**
 * Told by the content API that something was published: expires the pages that show it. Answers 503 while no secret
 * is set, 401 for a signature that is not ours, 400 and 413 for a body that cannot be read.
 */
export async function POST(request: Request) {
  const secret = siteSettings().sanity.webhookSecret;
  if (!secret) return answer(503, 'Set SANITY_WEBHOOK_SECRET to the secret of the webhook.');
  const body = await readBody(request, maxBytes);
  if (body === undefined) return answer(413, `The body may have at most ${maxBytes} bytes.`);
  if (body === '') return answer(400, 'The body is empty.');
  const signature = request.headers.get(SIGNATURE_HEADER_NAME);
  if (!signature || !(await isSigned(body, signature, secret)))
    return answer(
      401,
      `The header ${SIGNATURE_HEADER_NAME} must be the signature of the body with the webhook's secret.`,
    );
  const publish = publishSchema.safeParse(parseJson(body));
  if (!publish.success)
    return answer(
      400,
      'The body must be JSON with _id, _type, slug, before and operation, as .env.example explains.',
    );
  const tags = tagsOfPublish(publish.data);
  // Expire at once: a page that is asked for next is rendered with what was published.
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return Response.json({ revalidated: tags });
}

async function isSigned(body: string, signature: string, secret: string): Promise<boolean> {
  try {
    return await isValidSignature(body, signature, secret);
  } catch {
    // The library throws on a header that has not the form of a signature.
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
