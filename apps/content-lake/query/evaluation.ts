import { type ExprNode, evaluate, evaluateSync } from 'groq-js';
import { keySeparator, partSeparator } from './document-index.ts';
import { KeptList } from './kept-list.ts';
import type { KeptPart, Plan } from './planner.ts';
import { hashTag, SyncTags } from './sync-tags.ts';
import type { Lookup, View } from './view.ts';

type EvaluationContext = {
  params: Record<string, unknown>;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

/** One evaluation of a planned query on one view. It changes nothing that others read before `keepLists`. */
export class Evaluation {
  readonly #plan: Plan;
  readonly #mark: string;
  readonly #view: View;
  readonly #context: EvaluationContext;
  readonly #worthKeeping: number;
  readonly #tags = new SyncTags();
  readonly #timestamp = new Date();
  /** Lists that were read, by name. For the rest of this query whatever they cost. */
  readonly #lists = new Map<string, { list: KeptList; isCostly: boolean }>();

  /** Lists that take less than `worthKeeping` milliseconds are not kept. */
  constructor(plan: Plan, mark: string, view: View, context: EvaluationContext, worthKeeping = 1) {
    this.#plan = plan;
    this.#mark = mark;
    this.#view = view;
    this.#context = context;
    this.#worthKeeping = worthKeeping;
  }

  /** The result as plain data. Throws if the plan is not planned: then only `runAsync` evaluates it. */
  run(): unknown {
    return evaluateSync(this.#plan.tree, this.#options(this.#tags)).data;
  }

  /** groq-js evaluates nearly all of the language synchronously and several times faster; the rest needs this way. */
  async runAsync(): Promise<unknown> {
    this.#tags.everything();
    const value = await evaluate(this.#plan.tree, this.#options(this.#tags));
    return value.get();
  }

  /** The sync tags of what was looked at. */
  tags(): string[] {
    return this.#tags.words().map(hashTag);
  }

  /** Keeps lists that were costly for later queries. */
  keepLists() {
    for (const [name, { list, isCostly }] of this.#lists) if (isCostly) this.#view.lists.set(name, list);
  }

  #options(seen: SyncTags) {
    return {
      params: this.#context.params,
      identity: this.#context.identity,
      sanity: this.#context.sanity,
      timestamp: this.#timestamp,
      dataset: this.#view.documents,
      dereference: ({ _ref }: { _ref: string }) => this.#answer(_ref, seen),
    };
  }

  // The declared result of `dereference` is one document, but groq-js takes any value.
  #answer(ref: string, seen: SyncTags): Record<string, unknown> | null {
    if (!ref.startsWith(this.#mark)) {
      seen.document(ref);
      return this.#view.get(ref) ?? null;
    }
    const request = ref.slice(this.#mark.length);
    const kept = /^kept(\d+)$/.exec(request)?.[1];
    if (kept !== undefined) return asValue(this.#list(Number(kept), seen));
    if (request === 'all') {
      seen.everything();
      return asValue(this.#view.documents);
    }
    return asValue(this.#find(request, seen));
  }

  #list(number: number, seen: SyncTags): unknown {
    const part = this.#plan.kept[number];
    if (!part) return null;
    const name = JSON.stringify([
      part.name,
      part.parameters.map((parameter) => this.#context.params[parameter]),
    ]);
    const known = this.#lists.get(name)?.list ?? this.#view.lists.peek(name);
    const list = known ?? this.#make(part, name);
    if (known) this.#lists.set(name, { list, isCostly: this.#lists.get(name)?.isCostly ?? true });
    seen.add(list.words);
    return list.values;
  }

  #make(part: KeptPart, name: string): KeptList {
    const own = new SyncTags();
    const start = performance.now();
    const evaluated = (node: ExprNode): unknown => evaluateSync(node, this.#options(own)).data;
    const list = new KeptList(part, this.#context.params, evaluated, () => own.words());
    const isCostly = part.isLasting && performance.now() - start >= this.#worthKeeping;
    this.#lists.set(name, { list, isCostly });
    return list;
  }

  /** null sends the query to its other form: a key taken from a document holds a separator. */
  #find(request: string, seen: SyncTags): unknown {
    const [number, ...parts] = request.split(partSeparator);
    const conditions = this.#plan.requests[Number(number)];
    if (conditions?.length !== parts.length) return null;
    const lookups = conditions.map<Lookup>(({ by, many }, index) => {
      const part = parts[index] ?? '';
      return { by, keys: many ? part.split(keySeparator) : [part] };
    });
    seen.lookup(lookups);
    return this.#view.find(lookups);
  }
}

function asValue(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? Object(value) : null;
}
