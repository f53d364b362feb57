import { cache } from 'react';
import { textOf } from '#schemas/property.ts';
import { words as declared } from './words.generated.ts';
import type { Words } from './words-of-schema.ts';

type Step = string | number | { _key: string };
/** A field of a document. */
export type Owner = { id: string; type: string; path: Step[] };

/**
 * While the server renders a preview, all words of the content carry a mark that says which field holds them: one
 * character before them, whose number is the place in this list, and one behind it. Marks go wherever the text goes,
 * through whatever a section does with it, and `preview` takes them all out again before anything leaves the server.
 */
const ownersOfPage = cache((): Owner[] => []);

/** Of a plane of Unicode that nobody writes in. */
const firstMark = 0xf0000;
const mostMarks = 0xfffd;
const endMark = '\u{10FFFD}';

/** A text without marks. */
export const plain = (text: string): string => text.replaceAll(/[\u{F0000}-\u{10FFFF}]/gu, '');

/** Content with a mark on all that the schema declares as words, and on the key of each item of a list. */
export function mark<Content>(content: Content): Content {
  const marked = structuredClone(content);
  if (marked !== null && typeof marked === 'object') markFields(marked, null);
  return marked;
}

function markFields(value: object, outer: Owner | null, given?: Words): void {
  const document = documentOf(value);
  const owner = document ?? outer;
  const words = document ? declared[document.type] : given;
  for (const [name, field] of Object.entries(value)) {
    // A text's own words name its links by their keys.
    if (name.startsWith('_') || name === 'markDefs') continue;
    const isItem = Array.isArray(value);
    const step = isItem ? (keyOf(field) ?? Number(name)) : name;
    const own = owner && { ...owner, path: [...owner.path, step] };
    const inside = isItem ? wordsOfItem(words, field) : wordsOfField(words, name);
    if (field !== null && typeof field === 'object') markFields(field, own, inside);
    else if (inside === true && typeof field === 'string') Reflect.set(value, name, marked(field, own));
  }
  // Blocks of a text are dragged in its editor, and what a query has put into a list is no item of a document.
  const key = keyOf(value);
  if (key && !('children' in value) && textOf(value, '_id') !== key._key)
    Reflect.set(value, '_key', marked(key._key, outer));
}

const named = (words: Words | undefined) => (typeof words === 'string' ? declared[words] : words);

function wordsOfField(words: Words | undefined, name: string): Words | undefined {
  return typeof words === 'object' && !Array.isArray(words) ? named(words[name]) : undefined;
}

/** Of several kinds of items, the one that it says it is; a query need not ask for the type where there is but one. */
function wordsOfItem(words: Words | undefined, item: unknown): Words | undefined {
  const type = textOf(item, '_type');
  return Array.isArray(words)
    ? named(words.find((kind) => typeof kind !== 'string' || !type || kind === type))
    : undefined;
}

function documentOf(value: object): Owner | undefined {
  const [id, type] = [textOf(value, '_id'), textOf(value, '_type')];
  return id && type ? { id, type, path: [] } : undefined;
}

function keyOf(value: unknown): { _key: string } | undefined {
  const _key = textOf(value, '_key');
  return _key ? { _key } : undefined;
}

function marked(text: string, owner: Owner | null): string {
  const owners = ownersOfPage();
  if (!owner || text === '' || owners.length >= mostMarks) return text;
  return String.fromCodePoint(firstMark + owners.push(owner) - 1) + text + endMark;
}

/** A piece of a text and the field that holds it; `isWhole` where the piece is all that the field says, and nothing else. */
export type Piece = { text: string; owner: Owner | undefined; isWhole: boolean };

/** A text with marks, cut where its fields begin and end. What stands in a text of another field belongs to that one. */
export function piecesOf(text: string): Piece[] {
  const owners = ownersOfPage();
  const pieces: Piece[] = [];
  let piece: Piece = { text: '', owner: undefined, isWhole: true };
  let depth = 0;
  const next = (owner?: Owner) => {
    if (piece.text) pieces.push(piece);
    piece = { text: '', owner, isWhole: true };
  };
  for (const character of text) {
    const index = (character.codePointAt(0) ?? 0) - firstMark;
    if (character === endMark) {
      if (depth > 0 && --depth === 0) next();
    } else if (index < 0) piece.text += character;
    else if (depth++ === 0) next(owners[index]);
    else piece.isWhole = false;
  }
  // A line break has cut it off from its end.
  if (depth > 0) piece.isWhole = false;
  next();
  return pieces;
}
