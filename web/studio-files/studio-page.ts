import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { releaseFolder } from '#settings';
import type { SiteSettings } from '#web/env.ts';

/** Of the running release, or of the build; standalone output runs in its own folder. */
const files = [
  `web/${releaseFolder(process.env.SITE_RELEASE ?? '')}/studio.html`,
  'web/public/studio/index.html',
  'public/studio/index.html',
].map((file) => path.resolve(/* turbopackIgnore: true */ file));

/**
 * The Studio's page with this process's settings injected, so that one build serves every port and project, and with a
 * policy that allows only its content API.
 */
export async function studioPage({ sanity, siteUrl }: SiteSettings): Promise<Response> {
  const html = await builtPage();
  if (html === undefined) return page(notBuilt, { status: 503, headers: { 'cache-control': 'no-store' } });
  const settings = JSON.stringify({
    hosted: sanity.apiHost === undefined,
    projectId: sanity.projectId,
    dataset: sanity.dataset,
    siteUrl,
  }).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="studio-settings">${settings}</script>`;
  return page(
    html.replace('<head>', () => `<head>${block}`),
    {
      headers: {
        'cache-control': 'no-cache',
        'content-security-policy': studioPolicy(html, sanity, siteUrl),
      },
    },
  );
}

function page(
  html: string,
  { headers, ...rest }: { status?: number; headers: Record<string, string> },
): Response {
  return new Response(html, { ...rest, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } });
}

async function builtPage(): Promise<string | undefined> {
  for (const file of files)
    try {
      return await readFile(file, 'utf8');
    } catch {}
  return undefined;
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The Studio is not built yet</title>
<h1>The Studio is not built yet</h1>
<p>Run <code>npm run build</code> and load this page again, or use <code>npm start</code>, which builds what is missing.</p>
</html>`;

function studioPolicy(html: string, { apiHost, projectId }: SiteSettings['sanity'], siteUrl: string): string {
  // Sanity's template writes inline scripts exactly so; with another tag they would not run, which a test notices.
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  // The embedded lake's pictures are at the public address, which need not be the current one.
  const { connect, images } = apiHost ? { connect: '', images: siteUrl } : hostedSources(projectId);
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    // Styled components insert style elements at runtime.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    `img-src 'self' blob: data: ${images}`,
    `media-src 'self' blob: ${images}`,
    `connect-src 'self' blob: ${connect}`,
    "frame-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
  ].join('; ');
}

function hostedSources(projectId: string) {
  return {
    connect: `https://api.sanity.io https://${projectId}.api.sanity.io wss://${projectId}.api.sanity.io https://${projectId}.apicdn.sanity.io https://cdn.sanity.io`,
    images: 'https://cdn.sanity.io https://lh3.googleusercontent.com',
  };
}
