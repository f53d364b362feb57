import { type ExprNode, evaluateSync } from 'groq-js';
import type { SanityDocument } from '../store/document.ts';
import { binarySearch } from './document-index.ts';
import type { CachedListPlan } from './planner.ts';

export type CachedList = {
  values: unknown[];
  dependencies: string[];
  /** Applies a change; `document` is undefined for a deletion. Returns false if the list must be recomputed. */
  update(id: string, document: SanityDocument | undefined): boolean;
};

/**
 * Computes a list, and the `tags` of the data that it reads. If the plan has `incremental` parts, each change then
 * updates the list by evaluating these parts on one or two documents.
 */
export function computeList(
  { node, incremental }: CachedListPlan,
  constants: { params: Record<string, unknown>; sanity: { projectId: string; dataset: string } },
  tags: { dependencies(): string[] },
  evaluate: (node: ExprNode) => unknown,
): CachedList {
  if (!incremental) {
    const values = asList(evaluate(node));
    return { values, dependencies: tags.dependencies(), update: () => false };
  }
  const evaluateOn = (part: ExprNode, dataset: unknown[]) =>
    asList(evaluateSync(part, { ...constants, dataset }).data);
  const { filter, projection, rest } = incremental;
  const documents = asList(evaluate(incremental.documents));
  const all = projection ? evaluateOn(projection, documents) : documents;
  const idsByValue = new Map(all.map((value, at) => [value, readId(documents[at])]));
  // Copies the list, because it may belong to the view.
  const values = [...(projection ? evaluateOn(rest, all) : all)];
  const ids = values.map((value) => idsByValue.get(value) ?? '');

  function applyChange(id: string, document: SanityDocument | undefined): true {
    const before = ids.indexOf(id);
    if (before >= 0) {
      ids.splice(before, 1);
      values.splice(before, 1);
    }
    if (!document) return true;
    const found = evaluateOn(filter, [document]);
    const [value] = evaluateOn(rest, projection ? evaluateOn(projection, found) : found);
    if (value === undefined) return true;
    const place = binarySearch(ids.length, (at) => {
      const other = values[at];
      // Documents that sort equally are in the order of their ids, as in a full sort.
      const pair = (ids[at] ?? '') < id ? [other, value] : [value, other];
      return evaluateOn(rest, pair)[0] === other;
    });
    ids.splice(place, 0, id);
    values.splice(place, 0, value);
    return true;
  }

  function update(id: string, document: SanityDocument | undefined): boolean {
    try {
      return applyChange(id, document);
    } catch {
      return false;
    }
  }
  return { values, dependencies: tags.dependencies(), update };
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function readId(document: unknown): string {
  return typeof document === 'object' && document !== null && '_id' in document ? String(document._id) : '';
}
