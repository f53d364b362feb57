import { merge, type Path } from 'content-lake/merge';
import { type Difference, differencesBetween, pathsOverlap } from '#studio/content/differences.ts';
import type { LocalEdit } from './local-edits.ts';

type Fields = Record<string, unknown>;

/** A change that is shown to its author before it is restored. */
export interface UnsavedChange extends Difference {
  /** Somebody else changed the same place. */
  isConflict: boolean;
}

/** Fields with unsaved text, and their earlier values. */
export type UnsavedFields = Pick<LocalEdit, 'fields' | 'base' | 'isAddition'>;

/**
 * Merges unsaved fields into the current document. Returns the merged fields and the changes. In conflicts the unsaved
 * text wins, unless `prefersTheirs` returns true for the path.
 */
export function mergeUnsaved(
  { fields, base = {}, isAddition }: UnsavedFields,
  now: Fields,
  prefersTheirs: (path: Path) => boolean = () => false,
) {
  const names = Object.keys(fields);
  const partOf = (whole: Fields): Fields =>
    Object.fromEntries(
      names.flatMap((name) => ((whole[name] ?? null) === null ? [] : [[name, whole[name]]])),
    );
  const present = partOf(now);
  const { value, conflicts } = merge(partOf(base), partOf(fields), present, (path) =>
    prefersTheirs(path) ? 'theirs' : isAddition ? 'both' : 'mine',
  );
  const changes = differencesBetween(present, value).map(
    (one): UnsavedChange => ({
      ...one,
      isConflict: conflicts.some(({ path }) => pathsOverlap(path, one.path)),
    }),
  );
  return { value, changes };
}

/** Combines unsaved fields with earlier unsaved edits of the same fields. Letters typed after them come after them. */
export function combineUnsaved(earlier: UnsavedFields | undefined, later: UnsavedFields): UnsavedFields {
  const both = Object.keys(later.fields).filter((name) => earlier && name in earlier.fields);
  const merged = both.map((name) => {
    const [was, is] = [earlier?.base?.[name], later.base?.[name]];
    // Others may have changed the document between the two.
    const { value: rebased } = merge(was, earlier?.fields[name], is, () => 'both');
    return [name, merge(is, later.fields[name], rebased, () => 'both').value];
  });
  return {
    fields: { ...earlier?.fields, ...later.fields, ...Object.fromEntries(merged) },
    base: { ...earlier?.base, ...later.base },
    ...(later.isAddition && (!earlier || earlier.isAddition) ? { isAddition: true } : {}),
  };
}
