import { createClient } from 'next-sanity';
import { defineEnableDraftMode } from 'next-sanity/draft-mode';
import { draftConfig } from '#web/content/client.ts';
import { siteSettings } from '#web/env.ts';

/**
 * Begins a preview. The Studio puts a secret into the address that it has stored in the dataset a moment before; it
 * is checked there, with the site's own token.
 */
export async function GET(request: Request): Promise<Response> {
  if (!siteSettings().sanity.readToken)
    return new Response('Previews need SANITY_API_READ_TOKEN, a token with the viewer role.', {
      status: 503,
    });
  return defineEnableDraftMode({ client: createClient(draftConfig()) }).GET(request);
}
