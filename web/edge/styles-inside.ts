import { hashOf } from '#web/http/security-headers.ts';
import { type Answer, headerOf, isHtml } from './ask-next.ts';
import { usedStyles } from './used-styles.ts';

const link = /<link rel="stylesheet" href="(\/_next\/static\/[^"]+\.css)"[^>]*>/g;
/** Of a form's own scripts (`web/islands/island.tsx`). */
const scripts = / data-scripts="([^"]+)"/g;
const relativeAddress = /url\((?!["']?(?:[a-z]+:|[/#]))["']?([^"')]+)["']?\)/g;
/** Next's scripts draw whatever they load. */
const nextScript = /<script [^>]*src=/;
const policy = 'content-security-policy';

const scriptsOf = (html: string) =>
  Array.from(html.matchAll(scripts), ([, addresses = '']) => addresses.split(' ')).flat();

/** Addresses of the style sheets that a page links to, and of the scripts of its forms. */
export function styleSourcesOf(answer: Answer): string[] {
  if (!isHtml(answer)) return [];
  const html = answer.body.toString();
  return [...Array.from(html.matchAll(link), ([, url = '']) => url), ...scriptsOf(html)];
}

/**
 * Puts style sheets into the page, so that its first paint waits for no second answer, and their hashes into the policy.
 * `texts` holds sheets and scripts by their addresses. A page gets only the rules that it or its forms' scripts use.
 */
export function withStylesInside(answer: Answer, texts: ReadonlyMap<string, string>): Answer {
  if (texts.size === 0) return answer;
  const hashes: string[] = [];
  const html = answer.body.toString();
  const drawing = scriptsOf(html);
  const isKnown = !nextScript.test(html) && drawing.every((url) => texts.has(url));
  const body = html.replaceAll(link, (tag: string, url: string) => {
    const sheet = texts
      .get(url)
      ?.replaceAll(relativeAddress, (_, to: string) => `url(${new URL(to, `http://x${url}`).pathname})`);
    if (sheet === undefined) return tag;
    const text = isKnown
      ? usedStyles(sheet, html, new Map(drawing.map((one) => [one, texts.get(one) ?? ''])))
      : sheet;
    hashes.push(` ${hashOf(text)}`);
    return `<style>${text}</style>`;
  });
  const allowed = headerOf(answer, policy)
    // Where a page may write any style, a hash would forbid the others.
    .replace(/style-src 'self'(?! 'unsafe-inline')/, (own) => own + hashes.join(''));
  return { ...answer, headers: { ...answer.headers, [policy]: allowed }, body: Buffer.from(body) };
}
