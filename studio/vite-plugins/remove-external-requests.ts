import type { Plugin } from 'vite';

const webFont = /@font-face\s*\{[^}]*https:\/\/[^}]*\}\s*/g;

/**
 * Removes the script and web fonts that Sanity's page and styles load from Sanity's servers, in the build and in development,
 * and moves icons below the base path. The content security policy would block these requests, with an error in the browser
 * for each.
 */
export function removeExternalRequests(): Plugin {
  let base = '/';
  const clean = (page: string) => {
    const cleaned = page
      .replace(/<script\b[^>]*\bdata-sanity-core\b[^>]*><\/script>\s*/g, '')
      .replace(webFont, '')
      .replaceAll('href="/static/', `href="${base}static/`);
    const left = cleaned.match(/<(?:script|link|img)\b[^>]*="https?:[^>]*>|url\("?https?:[^)]*\)/)?.[0];
    if (left) throw new Error(`The Studio's page still loads something from another host: ${left}`);
    return cleaned;
  };
  return {
    name: 'studio-remove-external-requests',
    enforce: 'pre',
    configResolved(config) {
      base = config.base;
    },
    transform: (code, id) => (/\.css(?:\?|$)/.test(id) ? code.replace(webFont, '') : undefined),
    transformIndexHtml: { order: 'post', handler: clean },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('The Studio build has no index.html to clean.');
        page.source = clean(String(page.source));
      },
    },
  };
}
