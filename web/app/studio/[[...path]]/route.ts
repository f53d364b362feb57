import { siteSettings } from '#web/env.ts';
import { studioFile } from '#web/studio-files/studio-file.ts';

/** The Studio as `npm run build:studio` made it. In development its own server is faster, so visitors go there. */
export async function GET(_request: Request, { params }: { params: Promise<{ path?: string[] }> }) {
  const { path = [] } = await params;
  const settings = siteSettings();
  if (settings.studioDevUrl)
    return Response.redirect(
      `${settings.studioDevUrl}/studio/${path.map(encodeURIComponent).join('/')}`,
      307,
    );
  return studioFile(path, settings);
}
