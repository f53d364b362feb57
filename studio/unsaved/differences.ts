type Fields = Record<string, unknown>;

/** The fields of a document that were changed, as they are now; null for one that was emptied. */
export function changedFields(before: Fields, after: Fields): Fields {
  const names = Object.keys({ ...before, ...after }).filter((name) => !name.startsWith('_'));
  const changed = names.filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

/** The words of two values from where they begin to differ. */
export function differingWords(one: unknown, other: unknown): [string, string] {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  let same = 0;
  while (same < words.length && words[same] === others[same]) same += 1;
  const from = words.lastIndexOf(' ', same - 1) + 1;
  const clip = (text: string) => (from > 0 ? '… ' : '') + text.slice(from);
  return [clip(words), clip(others)];
}

function wordsOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  const members = Object.entries(value).filter(([name]) => !name.startsWith('_'));
  return members.map(([, member]) => wordsOf(member)).join(' ');
}
