import { isSame, itemsByKey, type Path as KeyedPath } from 'content-lake/merge';
import type { Path } from 'sanity';
import { propertiesOf, propertyOf, textOf } from '#schemas/property.ts';
import { wordsOf as textWordsOf } from './parts.ts';

type Fields = Record<string, unknown>;

export const inWords = (at: string) =>
  new Date(at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' });

/** Changed fields with their new values; null for an emptied one. */
export function changedFields(before: Fields, after: Fields): Fields {
  const names = Object.keys({ ...before, ...after }).filter((name) => !name.startsWith('_'));
  const changed = names.filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** A place where two documents differ. Undefined is what is not there. */
export interface Difference {
  path: KeyedPath;
  before: unknown;
  after: unknown;
  /** Only the order of a list's items differs. */
  isOrder?: boolean;
}

/** Places where two values differ, by field and `_key`. A paragraph is one text, and a reference one choice. */
export function differencesBetween(before: unknown, after: unknown, path: KeyedPath = []): Difference[] {
  if (isSame(before, after)) return [];
  const [was, is] = [itemsByKey(before), itemsByKey(after)];
  if (was && is) {
    const keys = new Set([...was.keys(), ...is.keys()]);
    const orderOf = (list: Map<string, unknown>) =>
      [...list.keys()].filter((key) => was.has(key) && is.has(key));
    return [
      ...(isSame(orderOf(was), orderOf(is)) ? [] : [{ path, before, after, isOrder: true }]),
      ...[...keys].flatMap((_key) => differencesBetween(was.get(_key), is.get(_key), [...path, { _key }])),
    ];
  }
  if (!hasFields(before) || !hasFields(after)) return [{ path, before, after }];
  const names = Object.keys({ ...before, ...after });
  return names.flatMap((name) =>
    differencesBetween(propertyOf(before, name), propertyOf(after, name), [...path, name]),
  );
}

const hasFields = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !('_ref' in value) &&
  textOf(value, '_type') !== 'block';

/** Whether one path leads to the other, or into it. */
export const isOneWay = (one: KeyedPath, other: KeyedPath): boolean =>
  one.every((step, index) => other[index] === undefined || isSame(step, other[index]));

/** Characters shown of a text that may have millions. */
const shown = 300;

/** Excerpts of two values from where they begin to differ. */
export function differingWords(one: unknown, other: unknown): [string, string] {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  let same = 0;
  while (same < words.length && words[same] === others[same]) same += 1;
  const from = Math.max(words.lastIndexOf(' ', same - 1), words.lastIndexOf('\n', same - 1)) + 1;
  const clip = (text: string) => (from > 0 ? '… ' : '') + text.slice(from, from + shown);
  return [clip(words), clip(others)];
}

/** `after` with the removed item that the path leads into put back; undefined if none was removed. */
export function withRemoved(before: unknown, after: unknown, [step, ...rest]: Path): unknown {
  if (typeof step === 'string') {
    const inner = withRemoved(propertyOf(before, step), propertyOf(after, step), rest);
    return inner === undefined ? undefined : { ...propertiesOf(after), [step]: inner };
  }
  if (typeof step !== 'object' || !('_key' in step) || !Array.isArray(before)) return undefined;
  const placeIn = (items: unknown[]) => items.findIndex((item) => textOf(item, '_key') === step._key);
  const items: unknown[] = Array.isArray(after) ? after : [];
  const [was, is] = [placeIn(before), placeIn(items)];
  // Paragraphs are split and joined as people type.
  if (was < 0 || textOf(before[was], '_type') === 'block') return undefined;
  if (is < 0) return items.toSpliced(was, 0, before[was]);
  const inner = withRemoved(before[was], items[is], rest);
  return inner === undefined ? undefined : items.with(is, inner);
}

export function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if ('_ref' in value) return 'another choice';
  if (textOf(value, '_type') === 'block') return textWordsOf(value, '');
  const members = Object.entries(value).filter(([name]) => !name.startsWith('_'));
  return members.map(([, member]) => wordsOf(member)).join('\n');
}
