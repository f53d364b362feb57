import { siteSettings } from '#web/env.ts';
import { studioPage } from '#web/studio-files/studio-page.ts';

/**
 * The Studio's page, for every place in it; its files are Next's to serve (`public/studio`), so a file that comes here
 * does not exist. In development the Studio's own server is faster, so visitors go there.
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
