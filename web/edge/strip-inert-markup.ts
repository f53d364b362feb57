import { Parser } from 'htmlparser2';
import { isHtml, type RenderedResponse } from './request-next.ts';

/** SVG shapes without children. They may be self-closing in HTML. */
const shapes = new Set(['path', 'circle', 'rect', 'line', 'ellipse', 'polyline', 'polygon', 'use']);
const dataTypes = new Set(['application/ld+json', 'speculationrules']);

type Attributes = Record<string, string>;

function isInert(name: string, attributes: Attributes, isEmpty: boolean): boolean {
  const { type = '', rel, as } = attributes;
  switch (name) {
    case 'script':
      return !('data-own' in attributes) && !dataTypes.has(type);
    case 'link':
      return rel === 'modulepreload' || (rel === 'preload' && as === 'script');
    case 'div':
      return isEmpty && Object.keys(attributes).join() === 'hidden';
    default:
      return false;
  }
}

/**
 * Removes Next's scripts and their preloads, because the policy of published pages blocks these scripts. Also removes
 * React's comments, placeholders and attributes. This saves four fifths of the bytes.
 */
export function stripInertMarkup(response: RenderedResponse): RenderedResponse {
  if (!isHtml(response)) return response;
  return { ...response, body: Buffer.from(removeInertMarkup(response.body.toString())) };
}

/** Removes inert markup from HTML. Keeps all other bytes. */
export function removeInertMarkup(html: string): string {
  const cuts: { from: number; to: number; replacement: string }[] = [];
  const open: { start: number; contentStart: number; attributes: Attributes; isEmpty: boolean }[] = [];

  function cut(from: number, to: number, replacement = '') {
    while ((cuts.at(-1)?.from ?? -1) >= from) cuts.pop();
    cuts.push({ from, to, replacement });
  }
  function fillParent() {
    const parent = open.at(-1);
    if (parent) parent.isEmpty = false;
  }
  const parser = new Parser(
    {
      onattribute(name) {
        if (name === 'data-precedence') cut(parser.startIndex - 1, parser.endIndex);
      },
      onopentag(_name, attributes) {
        const { startIndex: start, endIndex } = parser;
        open.push({ start, contentStart: endIndex + 1, attributes, isEmpty: true });
      },
      oncomment() {
        cut(parser.startIndex, parser.endIndex + 1);
      },
      ontext(text) {
        if (text.trim() !== '') fillParent();
      },
      onclosetag(name) {
        const element = open.pop();
        if (!element) return;
        const end = parser.endIndex + 1;
        if (isInert(name, element.attributes, element.isEmpty)) return cut(element.start, end);
        fillParent();
        if (shapes.has(name) && element.contentStart === parser.startIndex)
          cut(element.contentStart - 1, end, '/>');
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  let from = 0;
  const parts = cuts.map((one) => {
    const part = html.slice(from, one.from) + one.replacement;
    from = one.to;
    return part;
  });
  return parts.join('') + html.slice(from);
}
