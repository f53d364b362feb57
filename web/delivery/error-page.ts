import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorWords } from '#web/components/site-frame/error-words.ts';
import { siteSettings } from '#web/env.ts';
import { pagePolicy } from '#web/http/page-policy.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/**
 * The page for an error as plain HTML, drawn like the page for unknown paths. `path` is the address that failed,
 * `style` that of the style sheet, and `digest` how the log names the error.
 */
export function errorPage({
  path,
  style,
  digest,
}: {
  path: string;
  style?: string;
  digest?: string;
}): string {
  const { heading, text, again, home } = errorWords;
  return `<!DOCTYPE html><html lang="en-IN"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><meta name="color-scheme" content="light dark"/><meta name="robots" content="noindex"/>${style ? `<link rel="stylesheet" href="${escapeHtml(style)}"/>` : ''}<title>${heading}</title></head><body><main id="content"><div class="frame cols airy grid items-center gap-8"><div class="lg:col-span-6"><h1 class="display text-4xl">${heading}</h1><p class="mt-4 text-xl">${text}</p>${digest ? `<p class="mt-2 max-w-measure text-muted">Error ${escapeHtml(digest)}</p>` : ''}<div class="mt-8 flex flex-wrap items-center gap-4"><a class="action action-primary" href="${escapeHtml(path)}">${again}</a><a class="action" href="/">${home}</a></div></div></div></main></body></html>`;
}

/**
 * The framework answers a failed rendering with an empty page that its scripts are to fill. This lets what the visitor
 * gets be the error page itself, readable without scripts and with the policy of a page that has none.
 */
export function answerErrorsInHtml(request: IncomingMessage, response: ServerResponse): void {
  const { write, end, flushHeaders } = response;
  let shell: string | undefined;
  const isFailedPage = () =>
    shell !== undefined ||
    (!response.headersSent &&
      response.statusCode === 500 &&
      String(response.getHeader('content-type')).startsWith('text/html'));
  const keep = (chunk: unknown) => {
    shell ??= '';
    if (typeof chunk === 'string') shell += chunk;
    else if (chunk instanceof Uint8Array) shell += Buffer.from(chunk).toString('utf8');
  };
  const replaced = {
    flushHeaders() {
      if (!isFailedPage()) Reflect.apply(flushHeaders, response, []);
    },
    write(...parts: unknown[]) {
      if (!isFailedPage()) return Reflect.apply(write, response, parts);
      keep(parts[0]);
      for (const part of parts) if (typeof part === 'function') part();
      return true;
    },
    end(...parts: unknown[]) {
      if (!isFailedPage()) return Reflect.apply(end, response, parts);
      keep(parts[0]);
      // Two slashes at the beginning would lead to another host.
      const path = (request.url ?? '/').replace(/^\/+/, '/');
      const style = /href="(\/_next\/static\/[^"]+\.css)"/.exec(shell ?? '')?.[1];
      const digest = /digest\\?":\\?"(\d+)/.exec(shell ?? '')?.[1];
      sayNoScripts(response);
      const html = errorPage({ path, ...(style ? { style } : {}), ...(digest ? { digest } : {}) });
      return Reflect.apply(end, response, request.method === 'HEAD' ? [] : [html]);
    },
  };
  for (const [name, value] of Object.entries(replaced))
    Reflect.defineProperty(response, name, { value, configurable: true, writable: true });
}

function sayNoScripts(response: ServerResponse) {
  const frame = response.getHeader('content-security-policy');
  response.setHeader('content-security-policy', [
    ...[frame ?? []].flat().map(String),
    pagePolicy({ inlineScripts: [] }),
  ]);
  if (siteSettings().siteUrl.startsWith('https:'))
    response.setHeader('strict-transport-security', 'max-age=31536000');
  response.setHeader('cache-control', 'no-store');
  response.removeHeader('content-length');
  response.removeHeader('etag');
}
