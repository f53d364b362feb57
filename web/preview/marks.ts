import { cache } from 'react';
import { editableText as declared } from '#schemas/editable-text.generated.ts';
import type { EditableText } from '#schemas/editable-text.ts';
import { textOf } from '#schemas/property.ts';

type Step = string | number | { _key: string };
export type Owner = { id: string; type: string; path: Step[] };

/**
 * In a preview's server rendering, texts carry a mark that says which field holds them: one character before, whose
 * number is an index into this list, and one after. Marks survive any processing of the text; `preview` removes them
 * all before anything leaves the server.
 */
const ownersOfPage = cache((): Owner[] => []);

/** In Unicode's supplementary private use planes. */
const firstMark = 0xf0000;
const mostMarks = 0xfffd;
const endMark = '\u{10FFFD}';

export const plain = (text: string): string => text.replaceAll(/[\u{F0000}-\u{10FFFF}]/gu, '');

/** Marks all texts that the schema declares as words, and the keys of list items. */
export function mark<Content extends object>(content: Content): Content {
  const marked = structuredClone(content);
  markFields(marked, null);
  return marked;
}

function markFields(value: object, outer: Owner | null, given?: EditableText): void {
  const document = documentOf(value);
  const owner = document ?? outer;
  const words = document ? declared[document.type] : given;
  for (const [name, field] of Object.entries(value)) {
    // Spans refer to their links by key.
    if (name.startsWith('_') || name === 'markDefs') continue;
    const isItem = Array.isArray(value);
    const step = isItem ? (keyOf(field) ?? Number(name)) : name;
    const own = owner && { ...owner, path: [...owner.path, step] };
    const inside = isItem ? wordsOfItem(words, field) : wordsOfField(words, name);
    if (field !== null && typeof field === 'object') markFields(field, own, inside);
    else if (inside === true && typeof field === 'string') Reflect.set(value, name, marked(field, own));
  }
  // Blocks are dragged in their editor, and items made by a query are not in the document.
  const key = keyOf(value);
  if (key && !('children' in value) && textOf(value, '_id') !== key._key)
    Reflect.set(value, '_key', marked(key._key, outer));
}

const named = (words: EditableText | undefined) => (typeof words === 'string' ? declared[words] : words);

function wordsOfField(words: EditableText | undefined, name: string): EditableText | undefined {
  return typeof words === 'object' && !Array.isArray(words) ? named(words[name]) : undefined;
}

/** The kind of the item's type, which queries may omit where there is only one. */
function wordsOfItem(words: EditableText | undefined, item: unknown): EditableText | undefined {
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

/** A piece of text with its field; `isWhole` if it is exactly the field's text. */
export type Piece = { text: string; owner: Owner | undefined; isWhole: boolean };

/** Cuts a marked text at field boundaries; a nested field counts as its outer one. */
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
  // A line break has cut off its end mark.
  if (depth > 0) piece.isWhole = false;
  next();
  return pieces;
}
