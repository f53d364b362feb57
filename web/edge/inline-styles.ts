import { hashForPolicy } from '#web/http/security-headers.ts';
import { isHtml, type RenderedResponse, readHeader } from './request-next.ts';
import { usedStyles } from './used-styles.ts';

const link = /<link rel="stylesheet" href="(\/_next\/static\/[^"]+\.css)"[^>]*>/g;
/** URLs of a form's scripts (`web/islands/island.tsx`). */
const scripts = / data-scripts="([^"]+)"/g;
const relativeAddress = /url\((?!["']?(?:[a-z]+:|[/#]))["']?([^"')]+)["']?\)/g;
/** Next's scripts may add elements with any class to a page. */
const nextScript = /<script [^>]*src=/;
const policy = 'content-security-policy';

const findScripts = (html: string) =>
  Array.from(html.matchAll(scripts), ([, addresses = '']) => addresses.split(' ')).flat();

/** Returns the URLs of a page's style sheets and of its forms' scripts. */
export function findAssetUrls(response: RenderedResponse): string[] {
  if (!isHtml(response)) return [];
  const html = response.body.toString();
  return [...Array.from(html.matchAll(link), ([, url = '']) => url), ...findScripts(html)];
}

/**
 * Inlines a page's style sheets, so that its first paint needs no second response, and adds their hashes to the page's
 * policy. `texts` holds style sheets and scripts by URL. Only rules that the page or its forms' scripts use are inlined.
 */
export function withInlineStyles(
  response: RenderedResponse,
  texts: ReadonlyMap<string, string>,
): RenderedResponse {
  if (texts.size === 0) return response;
  const hashes: string[] = [];
  const html = response.body.toString();
  const scriptUrls = findScripts(html);
  const knowsAllScripts = !nextScript.test(html) && scriptUrls.every((url) => texts.has(url));
  const body = html.replaceAll(link, (tag: string, url: string) => {
    const sheet = texts
      .get(url)
      ?.replaceAll(relativeAddress, (_, to: string) => `url(${new URL(to, `http://x${url}`).pathname})`);
    if (sheet === undefined) return tag;
    const text = knowsAllScripts
      ? usedStyles(sheet, html, new Map(scriptUrls.map((one) => [one, texts.get(one) ?? ''])))
      : sheet;
    hashes.push(` ${hashForPolicy(text)}`);
    return `<style>${text}</style>`;
  });
  const allowed = readHeader(response, policy)
    // Some pages write styles themselves and need 'unsafe-inline', which a hash would disable.
    .replace(/style-src 'self'(?! 'unsafe-inline')/, (own) => own + hashes.join(''));
  return { ...response, headers: { ...response.headers, [policy]: allowed }, body: Buffer.from(body) };
}
