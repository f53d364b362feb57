import { hashOf } from '#web/http/security-headers.ts';
import { type Answer, headerOf, isHtml } from './ask-next.ts';
import { usedStyles } from './used-styles.ts';

const link = /<link rel="stylesheet" href="(\/_next\/static\/[^"]+\.css)"[^>]*>/g;
const relativeAddress = /url\((?!["']?(?:[a-z]+:|[/#]))["']?([^"')]+)["']?\)/g;
/** Scripts that draw need styles of what they may yet draw. */
const drawingScript = /<script [^>]*src=|<div data-island=/;
const policy = 'content-security-policy';

/** Addresses of the style sheets that a page links to. */
export const stylesOf = (answer: Answer) =>
  isHtml(answer) ? [...answer.body.toString().matchAll(link)].map(([, url = '']) => url) : [];

/**
 * Puts style sheets, given by their addresses, into the page, so that its first paint waits for no second answer. The
 * policy gets their hashes. A page without scripts gets the rules that it uses.
 */
export function withStylesInside(answer: Answer, styles: ReadonlyMap<string, string>): Answer {
  if (styles.size === 0) return answer;
  const hashes: string[] = [];
  const html = answer.body.toString();
  const body = html.replaceAll(link, (tag: string, url: string) => {
    const sheet = styles
      .get(url)
      ?.replaceAll(relativeAddress, (_, to: string) => `url(${new URL(to, `http://x${url}`).pathname})`);
    if (sheet === undefined) return tag;
    const text = drawingScript.test(html) ? sheet : usedStyles(sheet, html);
    hashes.push(` ${hashOf(text)}`);
    return `<style>${text}</style>`;
  });
  const allowed = headerOf(answer, policy)
    // Where a page may write any style, a hash would forbid the others.
    .replace(/style-src 'self'(?! 'unsafe-inline')/, (own) => own + hashes.join(''));
  return { ...answer, headers: { ...answer.headers, [policy]: allowed }, body: Buffer.from(body) };
}
