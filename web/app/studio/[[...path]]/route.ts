import { siteSettings } from '#web/env.ts';
import { studioPage } from '#web/studio-files/studio-page.ts';

/**
 * Returns the Studio's page for every path. Next serves the Studio's files from `public/studio`, so a file requested here
 * does not exist. In development this redirects to the Studio's own, faster server.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ path?: string[] }> }) {
  const { path = [] } = await params;
  const settings = siteSettings();
  if (settings.studioDevUrl)
    return Response.redirect(
      `${settings.studioDevUrl}/studio/${path.map(encodeURIComponent).join('/')}`,
      307,
    );
  if (path[0] === 'static' || path.at(-1) === 'favicon.ico')
    return new Response('There is no such file in the Studio.', { status: 404 });
  return studioPage(settings);
}
