import { isRedirectError } from 'next/dist/client/components/redirect-error.js';
import { cookies } from 'next/headers';
import { createClient } from 'next-sanity';
import { defineEnableDraftMode } from 'next-sanity/draft-mode';
import { draftConfig } from '#web/content/client.ts';
import { siteSettings } from '#web/env.ts';
import { previewPass } from '#web/http/preview-pass.ts';

/**
 * Begins a preview. The Studio puts a secret into the address that it has stored in the dataset a moment before; it
 * is checked there, with the site's own token.
 */
export async function GET(request: Request): Promise<Response> {
  if (!siteSettings().sanity.readToken)
    return new Response('Previews need SANITY_API_READ_TOKEN, a token with the viewer role.', {
      status: 503,
    });
  try {
    return await defineEnableDraftMode({ client: createClient(draftConfig()) }).GET(request);
  } catch (outcome) {
    // With the right secret, it throws the redirect to the page.
    if (isRedirectError(outcome)) (await cookies()).set(previewPass());
    throw outcome;
  }
}
