import { itemsByKey } from 'content-lake/merge';
import { type FormPatch, getValueAtPath, insert, set, unset } from 'sanity';
import { type Difference, pathsOverlap } from '#studio/content/differences.ts';

/** Returns form patches that change a document to `value`. They are minimal, because others may be typing. */
export function patchesOf(changes: Difference[], value: unknown): FormPatch[] {
  const reordered = changes.filter(({ isReordered }) => isReordered);
  const isCovered = ({ path, isReordered }: Difference) =>
    !isReordered &&
    reordered.some((order) => path.length > order.path.length && pathsOverlap(order.path, path));
  return changes
    .filter((change) => !isCovered(change))
    .flatMap(({ path, before, after }): FormPatch[] => {
      if (after === undefined) return [unset(path)];
      const [list, last] = [path.slice(0, -1), path.at(-1)];
      if (before !== undefined || typeof last !== 'object') return [set(after, path)];
      const keys = [...(itemsByKey(getValueAtPath(value, list))?.keys() ?? [])];
      const previous = keys[keys.indexOf(last._key) - 1];
      if (previous) return [insert([after], 'after', [...list, { _key: previous }])];
      return [insert([after], 'before', [...list, 0])];
    });
}
