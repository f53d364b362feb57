import { HTMLElement, type Node } from 'node-html-parser';
import { collapseSpaces, type FetchedPage } from './html.ts';

/** The parts of a city page that are compared with another page. */
export type ComparedCity = { name: string; sentences: Set<string>; long: Set<string>; runs: Set<string> };

const inline = new Set(['A', 'SPAN', 'STRONG', 'EM', 'BR']);
const ignored = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'SVG', 'NAV']);
/** Number of words: this many in the same order are hardly a coincidence. */
const runLength = 5;

/** Returns the texts of an element, one per block. */
function blocksOf(node: Node): string[] {
  if (!(node instanceof HTMLElement)) return [node.text];
  if (ignored.has(node.tagName)) return [];
  if (node.childNodes.every((child) => !(child instanceof HTMLElement) || inline.has(child.tagName)))
    return [node.text];
  return node.childNodes.flatMap(blocksOf);
}

/** Extracts the text of a city page between the site's header and footer. City and state become one word each. */
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

/** Returns the share (0 to 1) of the smaller set that is also in the other. */
const shared = (one: Set<string>, other: Set<string>) =>
  [...one].filter((part) => other.has(part)).length / Math.min(one.size, other.size);

/** Returns each pair of cities with the shares of sentences and of five-word runs that both have, the most similar first. */
export function similarityOfPairs(cities: readonly ComparedCity[]) {
  return cities
    .flatMap((one, index) =>
      cities.slice(index + 1).map((other) => ({
        pair: `${one.name} and ${other.name}`,
        sentences: shared(one.sentences, other.sentences),
        /** Sentences of four words or more. */
        long: shared(one.long, other.long),
        words: shared(one.runs, other.runs),
      })),
    )
    .sort((a, b) => b.sentences - a.sentences);
}
