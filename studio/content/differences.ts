import { isSame, itemsByKey, type Path as KeyedPath } from 'content-lake/merge';
import type { Path } from 'sanity';
import { propertyOf, readProperties, textOf } from '#schemas/property.ts';
import { plainText } from './traverse.ts';

type Fields = Record<string, unknown>;

/** Returns changed fields with their new values; null for an emptied field. */
export function changedFields(before: Fields, after: Fields): Fields {
  const names = Object.keys({ ...before, ...after }).filter((name) => !name.startsWith('_'));
  const changed = names.filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** A place where two documents differ. A missing value is undefined. */
export interface Difference {
  path: KeyedPath;
  before: unknown;
  after: unknown;
  /** Whether only the order of a list's items differs. */
  isReordered?: boolean;
}

/** Finds the places where two values differ, by field and `_key`. Paragraphs and references are compared as a whole. */
export function differencesBetween(before: unknown, after: unknown, path: KeyedPath = []): Difference[] {
  if (isSame(before, after)) return [];
  const [beforeItems, is] = [itemsByKey(before), itemsByKey(after)];
  if (beforeItems && is) {
    const keys = new Set([...beforeItems.keys(), ...is.keys()]);
    const listShared = (list: Map<string, unknown>) =>
      [...list.keys()].filter((key) => beforeItems.has(key) && is.has(key));
    return [
      ...(isSame(listShared(beforeItems), listShared(is))
        ? []
        : [{ path, before, after, isReordered: true }]),
      ...[...keys].flatMap((_key) =>
        differencesBetween(beforeItems.get(_key), is.get(_key), [...path, { _key }]),
      ),
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

/** Returns whether the paths are equal or one is inside the other. */
export const pathsOverlap = (one: KeyedPath, other: KeyedPath): boolean =>
  one.every((step, index) => other[index] === undefined || isSame(step, other[index]));

/** Length of an excerpt in characters. A text may have millions. */
const excerptLength = 300;

/** Returns excerpts of two values, starting at the word where they differ. */
export function differingExcerpts(one: unknown, other: unknown): [string, string] {
  const [text, others] = [displayText(one), displayText(other)];
  let same = 0;
  while (same < text.length && text[same] === others[same]) same += 1;
  const from = Math.max(text.lastIndexOf(' ', same - 1), text.lastIndexOf('\n', same - 1)) + 1;
  const clip = (whole: string) => (from > 0 ? '… ' : '') + whole.slice(from, from + excerptLength);
  return [clip(text), clip(others)];
}

/** Returns `after` with the removed list item at `path` put back; undefined if no item was removed. */
export function withItemRestored(before: unknown, after: unknown, [step, ...rest]: Path): unknown {
  if (typeof step === 'string') {
    const inner = withItemRestored(propertyOf(before, step), propertyOf(after, step), rest);
    return inner === undefined ? undefined : { ...readProperties(after), [step]: inner };
  }
  if (typeof step !== 'object' || !('_key' in step) || !Array.isArray(before)) return undefined;
  const indexIn = (items: unknown[]) => items.findIndex((item) => textOf(item, '_key') === step._key);
  const items: unknown[] = Array.isArray(after) ? after : [];
  const [was, is] = [indexIn(before), indexIn(items)];
  // Paragraphs disappear whenever people split or join them while typing.
  if (was < 0 || textOf(before[was], '_type') === 'block') return undefined;
  if (is < 0) return items.toSpliced(was, 0, before[was]);
  const inner = withItemRestored(before[was], items[is], rest);
  return inner === undefined ? undefined : items.with(is, inner);
}

/** Returns a value as readable text: its texts, Yes or No, or “another item” for a reference. */
export function displayText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if ('_ref' in value) return 'another item';
  if (textOf(value, '_type') === 'block') return plainText(value, '');
  const members = Object.entries(value).filter(([name]) => !name.startsWith('_'));
  return members.map(([, member]) => displayText(member)).join('\n');
}
