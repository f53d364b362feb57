import { cache } from 'react';
import { editableText as declared } from '#schemas/editable-text.generated.ts';
import type { EditableText } from '#schemas/editable-text.ts';
import { textOf } from '#schemas/property.ts';

type Step = string | number | { _key: string };
/** The field that a text comes from: its document, and its path in the document. */
export type SourceField = { id: string; type: string; path: Step[] };

/**
 * Source fields of the page being rendered. In a preview, an invisible source marker (stega) encloses each text. The
 * code of the marker's first character is an index into this list. Markers survive any processing of the text.
 * `preview` removes them all before the page leaves the server.
 */
const fieldsOfPage = cache((): SourceField[] => []);

/** Code points in Unicode's supplementary private use planes. */
const firstMarker = 0xf0000;
const maxMarkers = 0xfffd;
const endMarker = '\u{10FFFD}';

/** Removes all source markers from a text. */
export const removeMarkers = (text: string): string => text.replaceAll(/[\u{F0000}-\u{10FFFF}]/gu, '');

/** Adds source markers to all editable texts of the schema and to the keys of list items. */
export function addMarkers<Content extends object>(content: Content): Content {
  const copy = structuredClone(content);
  addMarkersTo(copy, null);
  return copy;
}

function addMarkersTo(value: object, outer: SourceField | null, given?: EditableText): void {
  const document = findDocument(value);
  const container = document ?? outer;
  const texts = document ? declared[document.type] : given;
  for (const [name, member] of Object.entries(value)) {
    // Spans refer to their links by key, so these keys stay as they are.
    if (name.startsWith('_') || name === 'markDefs') continue;
    const isItem = Array.isArray(value);
    const step = isItem ? (findKey(member) ?? Number(name)) : name;
    const field = container && { ...container, path: [...container.path, step] };
    const inside = isItem ? textsOfItem(texts, member) : textsOfField(texts, name);
    if (member !== null && typeof member === 'object') addMarkersTo(member, field, inside);
    else if (inside === true && typeof member === 'string')
      Reflect.set(value, name, withMarker(member, field));
  }
  // Skip blocks, which editors move in the text editor, and items whose key is only a copy of their `_id`.
  const key = findKey(value);
  if (key && !('children' in value) && textOf(value, '_id') !== key._key)
    Reflect.set(value, '_key', withMarker(key._key, outer));
}

const named = (texts: EditableText | undefined) => (typeof texts === 'string' ? declared[texts] : texts);

function textsOfField(texts: EditableText | undefined, name: string): EditableText | undefined {
  return typeof texts === 'object' && !Array.isArray(texts) ? named(texts[name]) : undefined;
}

/** Returns the declaration for a list item's type. Queries may omit the type if there is only one. */
function textsOfItem(texts: EditableText | undefined, item: unknown): EditableText | undefined {
  const type = textOf(item, '_type');
  return Array.isArray(texts)
    ? named(texts.find((kind) => typeof kind !== 'string' || !type || kind === type))
    : undefined;
}

function findDocument(value: object): SourceField | undefined {
  const [id, type] = [textOf(value, '_id'), textOf(value, '_type')];
  return id && type ? { id, type, path: [] } : undefined;
}

function findKey(value: unknown): { _key: string } | undefined {
  const _key = textOf(value, '_key');
  return _key ? { _key } : undefined;
}

function withMarker(text: string, field: SourceField | null): string {
  const fields = fieldsOfPage();
  if (!field || text === '' || fields.length >= maxMarkers) return text;
  return String.fromCodePoint(firstMarker + fields.push(field) - 1) + text + endMarker;
}

/** A piece of text with its source field. `isWhole`: the piece is exactly the field's text. */
export type TextPiece = { text: string; field: SourceField | undefined; isWhole: boolean };

/** Splits a text with markers into pieces by source field. A nested field counts as part of the outer one. */
export function splitByField(text: string): TextPiece[] {
  const fields = fieldsOfPage();
  const pieces: TextPiece[] = [];
  let piece: TextPiece = { text: '', field: undefined, isWhole: true };
  let depth = 0;
  const next = (field?: SourceField) => {
    if (piece.text) pieces.push(piece);
    piece = { text: '', field, isWhole: true };
  };
  for (const character of text) {
    const index = (character.codePointAt(0) ?? 0) - firstMarker;
    if (character === endMarker) {
      if (depth > 0 && --depth === 0) next();
    } else if (index < 0) piece.text += character;
    else if (depth++ === 0) next(fields[index]);
    else piece.isWhole = false;
  }
  // The text was cut at a line break, so the end marker is missing.
  if (depth > 0) piece.isWhole = false;
  next();
  return pieces;
}
