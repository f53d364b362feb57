import { createHash } from 'node:crypto';
import { inlineScripts } from '#web/delivery/document.ts';
import type { SiteSettings } from '#web/env.ts';

/**
 * The Studio's page with the settings of this process written into it, so that one build serves every port and
 * project, and the policy that lets it talk to its content API and to nobody else.
 */
export function studioPage(
  html: string,
  { sanity, siteUrl }: SiteSettings,
): { body: string; policy: string } {
  const settings = JSON.stringify({
    apiHost: sanity.apiHost ?? '',
    projectId: sanity.projectId,
    dataset: sanity.dataset,
    siteUrl,
  }).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="studio-settings">${settings}</script>`;
  return { body: html.replace('<head>', () => `<head>${block}`), policy: studioPolicy(html, sanity) };
}

function studioPolicy(html: string, { apiHost, projectId }: SiteSettings['sanity']): string {
  const hashes = inlineScripts(html).map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const { connect, images } = apiHost ? lakeSources(apiHost, projectId) : hostedSources(projectId);
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    // Styled components write style elements as they go.
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

/** The browser reaches the lake under the project's name; its event streams come from the ports above. */
function lakeSources(apiHost: string, projectId: string) {
  const { protocol, hostname } = new URL(apiHost);
  const sockets = protocol === 'https:' ? 'wss:' : 'ws:';
  const hosts = [hostname, `${projectId}.${hostname}`];
  return {
    connect: hosts.flatMap((host) => [`${protocol}//${host}:*`, `${sockets}//${host}:*`]).join(' '),
    images: hosts.map((host) => `${protocol}//${host}:*`).join(' '),
  };
}

function hostedSources(projectId: string) {
  return {
    connect: `https://api.sanity.io https://${projectId}.api.sanity.io wss://${projectId}.api.sanity.io https://${projectId}.apicdn.sanity.io https://cdn.sanity.io`,
    images: 'https://cdn.sanity.io https://lh3.googleusercontent.com',
  };
}
