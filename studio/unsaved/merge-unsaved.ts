import { merge, type Path } from 'content-lake/merge';
import { type Difference, differencesBetween, pathsOverlap } from '#studio/content/differences.ts';

type Fields = Record<string, unknown>;

/** A change that somebody is asked about. */
export interface UnsavedChange extends Difference {
  /** Somebody else changed the same place. */
  isConflict: boolean;
}

/** Fields that somebody typed in (null for an emptied one), and the same as they were before. */
export interface UnsavedFields {
  fields: Fields;
  base?: Fields | undefined;
}

/**
 * Merges what somebody typed into a document as it is now. Returns the merged fields, and what they change. If others
 * changed the same, `keeps` says whether their change stays; otherwise what was typed stands.
 */
export function mergeUnsaved(
  { fields, base = {} }: UnsavedFields,
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
    prefersTheirs(path) ? 'theirs' : 'mine',
  );
  const changes = differencesBetween(present, value).map(
    (one): UnsavedChange => ({
      ...one,
      isConflict: conflicts.some(({ path }) => pathsOverlap(path, one.path)),
    }),
  );
  return { value, changes };
}

/** Joins what was typed with what was typed before it in the same fields. */
export function combineUnsaved(earlier: UnsavedFields | undefined, later: UnsavedFields): UnsavedFields {
  const both = Object.keys(later.fields).filter((name) => earlier && name in earlier.fields);
  const merged = both.map((name) => {
    const { value } = merge(earlier?.base?.[name], later.fields[name], earlier?.fields[name]);
    return [name, value];
  });
  return {
    fields: { ...earlier?.fields, ...later.fields, ...Object.fromEntries(merged) },
    base: { ...earlier?.base, ...later.base },
  };
}
