import { type ExprNode, evaluateSync } from 'groq-js';
import { type CachedList, computeList } from './cached-list.ts';
import type { Lookup } from './conditions.ts';
import { keySeparator, partSeparator } from './document-index.ts';
import type { CachedListPlan, Plan } from './planner.ts';
import type { QueryJob } from './protocol.ts';
import { hashTag, SyncTags } from './sync-tags.ts';
import type { View } from './view.ts';

type Context = Pick<QueryJob, 'params' | 'identity' | 'sanity'>;

/** Evaluates a planned query once. Does not change shared state until `cacheLists` is called. */
export class Evaluation {
  readonly #plan: Plan;
  readonly #refPrefix: string;
  readonly #view: View;
  readonly #context: Context & { timestamp: Date };
  readonly #minCost: number;
  readonly #tags = new SyncTags();
  /** Lists that this query reads, by name. */
  readonly #lists = new Map<string, { list: CachedList; isCostly: boolean }>();

  /** `cacheLists` caches the lists that took at least `minCost` milliseconds to compute. */
  constructor(plan: Plan, refPrefix: string, view: View, { params, identity, sanity }: Context, minCost = 1) {
    this.#plan = plan;
    this.#refPrefix = refPrefix;
    this.#view = view;
    this.#context = { params, identity, sanity, timestamp: new Date() };
    this.#minCost = minCost;
  }

  /** Runs synchronously, which is several times faster and can be interrupted. */
  run(): unknown {
    return this.#evaluate(this.#plan.tree, this.#tags);
  }

  syncTags(): string[] {
    return this.#tags.dependencies().map(hashTag);
  }

  /** Caches the costly lists in the view. */
  cacheLists() {
    for (const [name, { list, isCostly }] of this.#lists) if (isCostly) this.#view.lists.set(name, list);
  }

  #evaluate(node: ExprNode, tags: SyncTags): unknown {
    const dereference = ({ _ref }: { _ref: string }) => this.#resolve(_ref, tags);
    return evaluateSync(node, { ...this.#context, dataset: this.#view.documents, dereference }).data;
  }

  /** Resolves a reference to a document, or a lookup that the planner encoded as a reference. */
  #resolve(ref: string, tags: SyncTags): Record<string, unknown> | null {
    if (ref.startsWith(this.#refPrefix))
      return asResolved(this.#lookUp(ref.slice(this.#refPrefix.length), tags));
    tags.document(ref);
    return this.#view.get(ref) ?? null;
  }

  #lookUp(request: string, tags: SyncTags): unknown {
    if (request === 'all') {
      tags.everything();
      return this.#view.documents;
    }
    const list = /^list(\d+)$/.exec(request)?.[1];
    return list === undefined
      ? this.#find(request, tags)
      : this.#listValues(this.#plan.cachedLists[Number(list)], tags);
  }

  #listValues(list: CachedListPlan | undefined, tags: SyncTags): unknown {
    if (!list) return null;
    const name = JSON.stringify([list.name, list.parameters.map((one) => this.#context.params[one])]);
    const cached = this.#view.lists.peek(name);
    const entry = this.#lists.get(name) ?? (cached ? { list: cached, isCostly: true } : this.#compute(list));
    this.#lists.set(name, entry);
    tags.add(entry.list.dependencies);
    return entry.list.values;
  }

  #compute(plan: CachedListPlan) {
    const tags = new SyncTags();
    const start = performance.now();
    const { params, sanity } = this.#context;
    const list = computeList(plan, { params, sanity }, tags, (node) => this.#evaluate(node, tags));
    return { list, isCostly: plan.isLasting && performance.now() - start >= this.#minCost };
  }

  /** Returns null for a key that contains a separator. `coalesce` then uses a form without the lookup: see `plan`. */
  #find(request: string, tags: SyncTags): unknown {
    const [number, ...parts] = request.split(partSeparator);
    const conditions = this.#plan.requests[Number(number)];
    if (conditions?.length !== parts.length) return null;
    const lookups = conditions.map<Lookup>(({ by, many }, index) => {
      const part = parts[index] ?? '';
      return { by, keys: many ? part.split(keySeparator) : [part] };
    });
    tags.lookup(lookups);
    return this.#view.find(lookups);
  }
}

/** By its types, groq-js expects one document as the result of `dereference`, but it accepts any value. */
function asResolved(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? Object(value) : null;
}
