import type { Path } from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';
import { wordsOf as textWordsOf } from '#studio/publishing/parts.ts';

type Fields = Record<string, unknown>;

export const inWords = (at: string) =>
  new Date(at).toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short' });

/** Changed fields with their new values; null for an emptied one. */
export function changedFields(before: Fields, after: Fields): Fields {
  const names = Object.keys({ ...before, ...after }).filter((name) => !name.startsWith('_'));
  const changed = names.filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

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
    return inner === undefined ? undefined : { ...Object(after), [step]: inner };
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
  if (value === null || typeof value !== 'object') return String(value ?? '');
  if (textOf(value, '_type') === 'block') return textWordsOf(value, '');
  const members = Object.entries(value).filter(([name]) => !name.startsWith('_'));
  return members.map(([, member]) => wordsOf(member)).join('\n');
}
