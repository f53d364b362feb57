import { HTMLElement, type Node } from 'node-html-parser';
import { collapseSpaces, type FetchedPage } from './html.ts';

/** A city page as another is compared with it. */
export type ComparedCity = { name: string; sentences: Set<string>; long: Set<string>; runs: Set<string> };

const inline = new Set(['A', 'SPAN', 'STRONG', 'EM', 'BR']);
const unread = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'NAV']);
/** So many words in the same order are hardly chance. */
const runLength = 5;

/** The texts of an element, one for each block. */
function blocksOf(node: Node): string[] {
  if (!(node instanceof HTMLElement)) return [node.text];
  if (unread.has(node.tagName)) return [];
  if (node.childNodes.every((child) => !(child instanceof HTMLElement) || inline.has(child.tagName)))
    return [node.text];
  return node.childNodes.flatMap(blocksOf);
}

/** Words of a city page between the site's header and footer, with its city and state as one word each. */
export function comparedCity(
  { root }: FetchedPage,
  { name, state }: { name: string; state: string },
): ComparedCity {
  const main = root.querySelector('main');
  const sentences = (main ? blocksOf(main) : [])
    .flatMap((text) =>
      collapseSpaces(text)
        .replaceAll(name, 'CITY')
        .replaceAll(state, 'STATE')
        .split(/(?<=[.?!])\s+/),
    )
    .filter((sentence) => /\p{L}/u.test(sentence));
  const words =
    sentences
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const runs = words
    .slice(runLength - 1)
    .map((_word, index) => words.slice(index, index + runLength).join(' '));
  const long = sentences.filter((sentence) => (sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).length >= 4);
  return { name, sentences: new Set(sentences), long: new Set(long), runs: new Set(runs) };
}

/** The share (0 to 1) of what the shorter of two has in common with the other. */
const shared = (one: Set<string>, other: Set<string>) =>
  [...one].filter((part) => other.has(part)).length / Math.min(one.size, other.size);

/** Every pair of cities with the shares of sentences and of runs of five words that both have, the most alike first. */
export function similarityOfPairs(cities: readonly ComparedCity[]) {
  return cities
    .flatMap((one, index) =>
      cities.slice(index + 1).map((other) => ({
        pair: `${one.name} and ${other.name}`,
        sentences: shared(one.sentences, other.sentences),
        /** Of four words and more. */
        long: shared(one.long, other.long),
        words: shared(one.runs, other.runs),
      })),
    )
    .sort((a, b) => b.sentences - a.sentences);
}
