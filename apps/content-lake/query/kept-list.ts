import { type ExprNode, evaluateSync } from 'groq-js';
import type { SanityDocument } from '../store/document.ts';
import { withinTime } from '../time-limit.ts';
import { placeIn } from './document-index.ts';
import type { KeptPart } from './planner.ts';

/** Milliseconds for bringing one list up to date with one change. Beyond, it is made anew when it is next needed. */
const updateLimit = 20;

const tooSlow = new Error('The list is not brought up to date');

/**
 * A list that a query computed, with the sync-tag words of what it depends on. Where whether and where a document stands
 * in it depends on that document alone, it follows changes one document at a time: groq-js itself filters and orders,
 * over one or two documents.
 */
export class KeptList {
  readonly values: unknown[];
  readonly words: string[];
  readonly #part: KeptPart;
  readonly #params: Record<string, unknown>;
  /** Of the documents behind the values. */
  readonly #ids: string[] | null;

  /** `evaluated` gives the value of a planned node over all documents; `words` what was looked at for it. */
  constructor(
    part: KeptPart,
    params: Record<string, unknown>,
    evaluated: (node: ExprNode) => unknown,
    words: () => string[],
  ) {
    this.#part = part;
    this.#params = params;
    const { local } = part;
    if (!local) {
      this.values = listed(evaluated(part.node));
      this.#ids = null;
    } else {
      const documents = listed(evaluated(local.documents));
      const shown = local.shown ? this.#over(local.shown, documents) : documents;
      const idOf = new Map(shown.map((value, at) => [value, idIn(documents[at])]));
      // A copy: what it was made of may belong to the view.
      this.values = [...(local.shown ? this.#over(local.rest, shown) : shown)];
      this.#ids = this.values.map((value) => idOf.get(value) ?? '');
    }
    this.words = words();
  }

  /** Takes up a change of one document; undefined is one that is gone. False: the list has to be made anew. */
  follow(id: string, document: SanityDocument | undefined): boolean {
    try {
      return withinTime(
        updateLimit,
        () => this.#follow(id, document),
        () => tooSlow,
      );
    } catch {
      return false;
    }
  }

  #follow(id: string, document: SanityDocument | undefined): boolean {
    const { local } = this.#part;
    const ids = this.#ids;
    if (!local || !ids) return false;
    const before = ids.indexOf(id);
    if (before >= 0) {
      ids.splice(before, 1);
      this.values.splice(before, 1);
    }
    if (!document) return true;
    const found = this.#over(local.filter, [document]);
    const [value] = this.#over(local.rest, local.shown ? this.#over(local.shown, found) : found);
    if (value === undefined) return true;
    const place = placeIn(ids.length, (at) => {
      const other = this.values[at];
      // The order of ids decides between equals, as it does in a list that is sorted as a whole.
      const pair = (ids[at] ?? '') < id ? [other, value] : [value, other];
      return this.#over(local.rest, pair)[0] === other;
    });
    ids.splice(place, 0, id);
    this.values.splice(place, 0, value);
    return true;
  }

  #over(node: ExprNode, dataset: unknown[]): unknown[] {
    return listed(evaluateSync(node, { dataset, params: this.#params }).data);
  }
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function idIn(document: unknown): string {
  return typeof document === 'object' && document !== null && '_id' in document ? String(document._id) : '';
}
