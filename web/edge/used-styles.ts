import { LRUCache } from 'lru-cache';
import { type ChildNode, type Container, parse } from 'postcss';
import { hashOf } from '#web/http/security-headers.ts';

const classList = / class="([^"]*)"/g;
/** Of `:is()`, `:not()` and attributes; Tailwind escapes the brackets of its names. */
const inBrackets = /(?<!\\)(?:\([^()]*\)|\[[^\]]*\])/g;
/** Tailwind's names have none of these. */
const betweenWords = /[\s"'`{}]+/;
const className = /\.((?:[\w-]|\\.)+)/g;

/** Pages of one kind have the same classes, and share one text. */
const kept = new LRUCache<string, string>({ max: 200 });

/**
 * The rules of a style sheet, already minified, that can apply to a page: those that ask for a class which no element has
 * are left out. `scripts` holds the texts of the page's scripts by address; a class that they name can still be drawn.
 */
export function usedStyles(sheet: string, html: string, scripts: ReadonlyMap<string, string>): string {
  const lists = Array.from(html.matchAll(classList), ([, list = '']) => list.replaceAll('&amp;', '&'));
  const classes = new Set(lists.flatMap((list) => list.split(/\s+/)));
  const key = hashOf([sheet, ...scripts.keys(), ...[...classes].sort()].join(' '));
  const known = kept.get(key);
  if (known !== undefined) return known;
  for (const script of scripts.values()) for (const word of script.split(betweenWords)) classes.add(word);
  const text = without(parse(sheet), classes).toString();
  kept.set(key, text);
  return text;
}

function without<C extends Container>(part: C, classes: ReadonlySet<string>): C {
  part.each((node: ChildNode) => {
    if (node.type === 'rule') {
      node.selectors = node.selectors.filter((selector) => canApply(selector, classes));
      if (node.selectors.join('') === '') node.remove();
    } else if (node.type === 'atrule' && node.nodes && without(node, classes).nodes?.length === 0)
      node.remove();
  });
  return part;
}

function canApply(selector: string, classes: ReadonlySet<string>): boolean {
  const plain = selector.replace(inBrackets, '');
  if (plain !== selector) return canApply(plain, classes);
  const names = Array.from(plain.matchAll(className), ([, name = '']) => name.replaceAll('\\', ''));
  return names.every((name) => classes.has(name));
}
