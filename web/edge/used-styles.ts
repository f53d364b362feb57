import { LRUCache } from 'lru-cache';
import { type ChildNode, type Container, parse, type Root } from 'postcss';
import { hashForPolicy } from '#web/http/security-headers.ts';

const classList = / class="([^"]*)"/g;
const openTag = /<([a-z][\w-]*)/g;
/** The brackets of `:not()` and attribute selectors. Tailwind escapes the brackets in its class names. */
const inBrackets = /(?<!\\)(?:\([^()]*\)|\[[^\]]*\])/g;
/** Each `:is()` outside of `:not()`. */
const alternatives = /(?<!:not\([^()]*):is\(([^()]*)\)/g;
/** Characters that separate words in a script. Tailwind's class names contain none of them. */
const betweenWords = /[\s"'`{}]+/;
/** Pseudo-classes and pseudo-elements. */
const pseudo = /(?<!\\)::?[\w-]+/g;
/** Classes, with their dot, and elements. */
const names = /\.(?:[\w-]|\\.)+|(?<![\w\\.%-])[a-z][\w-]*/g;

/** Pages of one kind have the same classes and share one entry. */
const cache = new LRUCache<string, string>({ max: 200 });

/**
 * Returns a minified style sheet without the rules for classes and elements, and the fonts, that the page does not use. One
 * also counts as used if one of the page's scripts mentions it. `scripts` holds the text of each script by URL.
 */
export function usedStyles(sheet: string, html: string, scripts: ReadonlyMap<string, string>): string {
  const lists = Array.from(html.matchAll(classList), ([, list = '']) => list.replaceAll('&amp;', '&'));
  const used = new Set(lists.flatMap((list) => list.split(/\s+/).map((name) => `.${name}`)));
  for (const [, element = ''] of html.matchAll(openTag)) used.add(element);
  const key = hashForPolicy([sheet, ...scripts.keys(), ...[...used].sort()].join(' '));
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  for (const script of scripts.values())
    for (const word of script.split(betweenWords)) used.add(word).add(`.${word}`);
  const text = removeUnusedFonts(removeUnusedRules(parse(sheet), used)).toString();
  cache.set(key, text);
  return text;
}

function removeUnusedRules<C extends Container>(container: C, used: ReadonlySet<string>): C {
  container.each((node: ChildNode) => {
    if (node.type === 'rule') {
      node.selectors = node.selectors.filter((selector) => canApply(selector, used));
      if (node.selectors.join('') === '') node.remove();
    } else if (node.type === 'atrule' && node.nodes && node.name !== 'keyframes')
      if (removeUnusedRules(node, used).nodes?.length === 0) node.remove();
  });
  return container;
}

function canApply(selector: string, used: ReadonlySet<string>): boolean {
  for (const [, list = ''] of selector.matchAll(alternatives))
    if (!list.split(',').some((one) => canApply(one, used))) return false;
  const plain = selector.replace(inBrackets, '');
  if (plain !== selector) return canApply(plain, used);
  const found = selector.replace(pseudo, '').match(names) ?? [];
  return found.every((name) => used.has(name.replaceAll('\\', '')));
}

function removeUnusedFonts(sheet: Root): Root {
  const values: string[] = [];
  sheet.walkDecls(({ parent, value }) => {
    if (parent?.type === 'rule') values.push(value);
  });
  sheet.walkAtRules('font-face', (face) => {
    face.walkDecls('font-family', ({ value }) => {
      if (!values.some((one) => one.includes(value))) face.remove();
    });
  });
  return sheet;
}
