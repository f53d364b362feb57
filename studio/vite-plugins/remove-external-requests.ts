import type { Plugin } from 'vite';

const webFont = /@font-face\s*\{[^}]*https:\/\/[^}]*\}\s*/g;

/**
 * Removes the script and web fonts that Sanity's page template loads from Sanity's servers, and moves icons below the base
 * path. The content security policy would block these requests, with an error in the browser for each.
 */
export function removeExternalRequests(): Plugin {
  let base = '/';
  return {
    name: 'studio-remove-external-requests',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') this.error('The Studio build has no index.html to clean.');
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = String(file.source).replace(webFont, '');
        const cleaned = String(page.source)
          .replace(/<script\b[^>]*\bdata-sanity-core\b[^>]*><\/script>\s*/g, '')
          .replace(webFont, '')
          .replaceAll('href="/static/', `href="${base}static/`);
        const left = cleaned.match(/<(?:script|link|img)\b[^>]*="https?:[^>]*>|url\("?https?:[^)]*\)/)?.[0];
        if (left) this.error(`The Studio's page still loads something from another host: ${left}`);
        page.source = cleaned;
      },
    },
  };
}
