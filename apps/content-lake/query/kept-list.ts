import { type ExprNode, evaluateSync } from 'groq-js';
import type { SanityDocument } from '../store/document.ts';
import { withinTime } from '../time-limit.ts';
import { placeIn } from './document-index.ts';
import type { KeptPart } from './planner.ts';

/** Milliseconds to update a list for one change; beyond, it is recomputed when next needed. */
const updateLimit = 20;

const tooSlow = () => new Error('The list is not brought up to date');

/** A computed list, with the sync-tag words it depends on. */
export type KeptList = {
  values: unknown[];
  words: string[];
  /** Applies a change (undefined: deleted). False if the list must be recomputed. */
  follow(id: string, document: SanityDocument | undefined): boolean;
};

/** Computes a list. With `local` parts it then follows changes, by groq-js over one or two documents. */
export function keptList(
  { node, local }: KeptPart,
  constants: { params: Record<string, unknown>; sanity: { projectId: string; dataset: string } },
  evaluated: (node: ExprNode) => unknown,
  words: () => string[],
): KeptList {
  if (!local) return { values: listed(evaluated(node)), words: words(), follow: () => false };
  const over = (part: ExprNode, dataset: unknown[]) =>
    listed(evaluateSync(part, { ...constants, dataset }).data);
  const { filter, shown, rest } = local;
  const documents = listed(evaluated(local.documents));
  const all = shown ? over(shown, documents) : documents;
  const idOf = new Map(all.map((value, at) => [value, idIn(documents[at])]));
  // Copied, since the source may belong to the view.
  const values = [...(shown ? over(rest, all) : all)];
  const ids = values.map((value) => idOf.get(value) ?? '');

  function take(id: string, document: SanityDocument | undefined): true {
    const before = ids.indexOf(id);
    if (before >= 0) {
      ids.splice(before, 1);
      values.splice(before, 1);
    }
    if (!document) return true;
    const found = over(filter, [document]);
    const [value] = over(rest, shown ? over(shown, found) : found);
    if (value === undefined) return true;
    const place = placeIn(ids.length, (at) => {
      const other = values[at];
      // Ids decide between equals, as in a full sort.
      const pair = (ids[at] ?? '') < id ? [other, value] : [value, other];
      return over(rest, pair)[0] === other;
    });
    ids.splice(place, 0, id);
    values.splice(place, 0, value);
    return true;
  }

  function follow(id: string, document: SanityDocument | undefined): boolean {
    try {
      return withinTime(updateLimit, () => take(id, document), tooSlow);
    } catch {
      return false;
    }
  }
  return { values, words: words(), follow };
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function idIn(document: unknown): string {
  return typeof document === 'object' && document !== null && '_id' in document ? String(document._id) : '';
}
