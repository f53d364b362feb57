import { cache } from 'react';
import { textOf } from '#schemas/property.ts';

type Step = string | number | { _key: string };
/** A field of a document. */
export type Owner = { id: string; type: string; path: Step[] };

/**
 * While the server renders a preview, each text of the content carries a mark that says which field holds it: one
 * character before it, whose number is the place in this list, and one behind it. Marks go wherever the text goes,
 * through whatever a section does with it, and `preview` takes them all out again before anything leaves the server.
 */
const ownersOfPage = cache((): Owner[] => []);

/** Of a plane of Unicode that nobody writes in. */
const firstMark = 0xf0000;
const mostMarks = 0xfffd;
const endMark = '\u{10FFFD}';

/** A text without marks. */
export const plain = (text: string): string => text.replaceAll(/[\u{F0000}-\u{10FFFF}]/gu, '');

/** What is made of a marked text, a date in words for example, marked as not the field's own words. */
export function madeOf(marked: string, make: (text: string) => string): string {
  const text = plain(marked);
  const [mark] = marked;
  return text === marked ? make(text) : `${mark}${mark}${make(text)}${endMark}${endMark}`;
}

/** What code looks up, compares or parses; everything else that is a string is shown as it is. */
const notWords = new Set(
  'anchor art asset currency icon key kind layout link listItem markDefs marks message mode path per platform reference seo side slug style url structuredHours whatsapp whatsappGreeting'.split(
    ' ',
  ),
);

/** Content with a mark on each of its texts, and on the key of each item of a list. */
export function mark<Content>(content: Content): Content {
  const marked = structuredClone(content);
  if (marked !== null && typeof marked === 'object') markFields(marked, null);
  return marked;
}

function markFields(value: object, outer: Owner | null): void {
  const owner = documentOf(value) ?? outer;
  for (const [name, field] of Object.entries(value)) {
    const isItem = Array.isArray(value);
    if (isItem || !(notWords.has(name) || name.startsWith('_'))) {
      const step = isItem ? (keyOf(field) ?? Number(name)) : name;
      const own = owner && { ...owner, path: [...owner.path, step] };
      if (typeof field === 'string') Reflect.set(value, name, marked(field, own));
      else if (field !== null && typeof field === 'object') markFields(field, own);
    }
  }
  // Blocks of a text are dragged in its editor, and what a query has put into a list is no item of a document.
  const key = keyOf(value);
  if (key && !('children' in value) && textOf(value, '_id') !== key._key)
    Reflect.set(value, '_key', marked(key._key, outer));
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
