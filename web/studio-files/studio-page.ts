import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { releaseFolder } from '#settings';
import type { SiteSettings } from '#web/env.ts';
import { noTransform } from '#web/http/cache-control.ts';
import { messageResponse } from '#web/http/message-html.ts';
import { framePolicy, hashForPolicy } from '#web/http/security-headers.ts';

/** Possible paths of the Studio's page: in a release, in the build, or in standalone output. */
const files = [
  `web/${releaseFolder(process.env.SITE_RELEASE ?? '')}/studio.html`,
  'web/public/studio/index.html',
  'public/studio/index.html',
].map((file) => path.resolve(/* turbopackIgnore: true */ file));

/**
 * Responds with the Studio's page. Injects this process's settings, so that one build serves every port and project. The
 * policy allows only this content API.
 */
export async function studioPage({ sanity, siteUrl }: SiteSettings): Promise<Response> {
  const html = await builtPage();
  if (html === undefined) return messageResponse(503, notBuilt);
  const settings = JSON.stringify({
    hosted: sanity.apiHost === undefined,
    projectId: sanity.projectId,
    dataset: sanity.dataset,
    siteUrl,
  }).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="studio-settings">${settings}</script>`;
  return new Response(
    // A browser's translation replaces text nodes, and the Studio's React then fails.
    html.replace(
      /<html(.*?)><head>/,
      (_found, rest) =>
        `<html translate="no"${rest}><head><meta name="google" content="notranslate">${block}`,
    ),
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': `no-cache, ${noTransform}`,
        'content-security-policy': studioPolicy(html, sanity, siteUrl),
      },
    },
  );
}

async function builtPage(): Promise<string | undefined> {
  for (const file of files)
    try {
      return await readFile(file, 'utf8');
    } catch {}
  return undefined;
}

const notBuilt = {
  heading: 'The Studio is not built yet',
  text: 'Run “npm run build” and load this page again, or use “npm start”, which builds what is missing.',
  hint: 'The site runs without it.',
  links: [{ href: '/', label: 'Go to the website' }],
};

function studioPolicy(html: string, { apiHost, projectId }: SiteSettings['sanity'], siteUrl: string): string {
  // Sanity's template writes inline scripts with exactly this tag. A test fails if that changes.
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
    hashForPolicy(text),
  );
  // The embedded lake's pictures are at the public address, which may differ from the address in use.
  const { connect, images } = apiHost ? { connect: '', images: siteUrl } : hostedSources(projectId);
  return [
    "default-src 'none'",
    framePolicy,
    `script-src 'self' ${hashes.join(' ')}`,
    // The Studio inserts style elements at runtime (styled-components).
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
