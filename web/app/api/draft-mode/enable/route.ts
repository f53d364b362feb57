import { isRedirectError } from 'next/dist/client/components/redirect-error.js';
import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';
import { createClient } from 'next-sanity';
import { defineEnableDraftMode } from 'next-sanity/draft-mode';
import { draftConfig } from '#web/content/client.ts';
import { siteSettings } from '#web/env.ts';
import { messageResponse } from '#web/http/message-html.ts';
import { perspectiveCookie } from '#web/http/perspective-cookie.ts';
import { previewPass } from '#web/http/preview-pass.ts';
import { findShare } from '#web/preview/may-preview.ts';

const over = {
  heading: 'This link has expired',
  text: 'It showed a preview of one page for a limited time.',
  hint: 'Ask the person who sent you the link for a new one.',
  links: [{ href: '/', label: 'Go to the website' }],
};

/**
 * Starts a preview. For staff, uses the site's own token to check the secret that the Studio has just stored in the
 * dataset. For guests, redirects to the page of the share link.
 */
export async function GET(request: Request): Promise<Response> {
  if (!siteSettings().sanity.readToken)
    return new Response(
      'Previews need SANITY_API_READ_TOKEN, a token with the viewer role. Set it in .env.',
      {
        status: 503,
      },
    );
  const share = new URL(request.url).searchParams.get('share');
  if (share !== null) {
    const shared = await findShare(share);
    if (!shared) return messageResponse(410, over);
    (await draftMode()).enable();
    (await cookies()).set(previewPass(share, shared.until));
    redirect(shared.path);
  }
  try {
    return await defineEnableDraftMode({ client: createClient(draftConfig()) }).GET(request);
  } catch (outcome) {
    // On success, next-sanity throws the redirect to the page.
    if (isRedirectError(outcome)) {
      const chosen = new URL(request.url).searchParams.get('sanity-preview-perspective');
      (await cookies()).set(previewPass()).set(perspectiveCookie, chosen ?? 'drafts');
    }
    throw outcome;
  }
}
