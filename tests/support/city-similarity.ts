import { HTMLElement, type Node } from 'node-html-parser';
import { collapseSpaces, type FetchedPage } from './html.ts';

const inline = new Set(['A', 'SPAN', 'STRONG', 'EM', 'BR']);
const ignored = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'NAV']);

/** Returns the texts of an element, one per block. */
function blocksOf(node: Node): string[] {
  if (!(node instanceof HTMLElement)) return [node.text];
  if (ignored.has(node.tagName)) return [];
  if (node.childNodes.every((child) => !(child instanceof HTMLElement) || inline.has(child.tagName)))
    return [node.text];
  return node.childNodes.flatMap(blocksOf);
}

/** Returns the sentences of a city page between the site's header and footer. City and state become one word each. */
export function splitSentences({ root }: FetchedPage, { name, state }: { name: string; state: string }) {
  const main = root.querySelector('main');
  return (main ? blocksOf(main) : [])
    .flatMap((text) =>
      collapseSpaces(text)
        .replaceAll(name, 'CITY')
        .replaceAll(state, 'STATE')
        .split(/(?<=[.?!])\s+/),
    )
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** Returns the largest share (0 to 1) that two of the texts have in common, of the shorter of both. */
export function largestOverlap(texts: readonly Set<string>[]) {
  const share = (one: Set<string>, other: Set<string>) =>
    [...one].filter((part) => other.has(part)).length / Math.min(one.size, other.size);
  return Math.max(...texts.flatMap((one, index) => texts.slice(index + 1).map((other) => share(one, other))));
}
