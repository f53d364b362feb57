import { type ExprNode, evaluate, evaluateSync } from 'groq-js';
import { keySeparator, partSeparator } from './key-index.ts';
import { LeastRecent } from './least-recent.ts';
import type { IndexRequest, KeptPart, Plan } from './planner.ts';
import { SyncTags } from './sync-tags.ts';
import type { Lookup, View } from './view.ts';

type EvaluationContext = {
  params: Record<string, unknown>;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

/** Lists that took less than this many milliseconds are not worth keeping. */
const worthKeeping = 1;
const maxKept = 64;

type Kept = { version: number; value: unknown; tags: string[] };
const keptLists = new WeakMap<View, LeastRecent<string, Kept>>();

/** Evaluates a planned query on one view. Returns the result as plain data, with what it depends on. */
export async function evaluatePlan(
  plan: Plan,
  mark: string,
  view: View,
  context: EvaluationContext,
): Promise<{ result: unknown; tags: string[] }> {
  const tags = new SyncTags();
  const timestamp = new Date();
  const options = (seen: SyncTags) => ({
    ...context,
    timestamp,
    dataset: view.documents,
    dereference: ({ _ref }: { _ref: string }) => answer(_ref, seen),
  });
  // The declared result of `dereference` is one document, but groq-js takes any value.
  const answer = (ref: string, seen: SyncTags): Record<string, unknown> | null => {
    if (!ref.startsWith(mark)) {
      seen.document(ref);
      return view.get(ref) ?? null;
    }
    const request = ref.slice(mark.length);
    const kept = /^kept(\d+)$/.exec(request)?.[1];
    if (kept !== undefined) return asValue(keptList(Number(kept), seen));
    if (request === 'all') {
      seen.everything();
      return asValue(view.documents);
    }
    return asValue(find(view, plan.requests, request, seen));
  };
  const ofThisQuery = new Map<number, Kept>();
  const keptList = (number: number, seen: SyncTags): unknown => {
    const list =
      ofThisQuery.get(number) ?? keptBefore(view, nameOf(plan.kept[number], context.params)) ?? make(number);
    ofThisQuery.set(number, list);
    seen.add(list.tags);
    return list.value;
  };
  const make = (number: number): Kept => {
    const part = plan.kept[number];
    const own = new SyncTags();
    const start = performance.now();
    const value: unknown = part ? evaluateSync(part.node, options(own)).data : null;
    const list = { version: view.version, value, tags: own.words() };
    if (performance.now() - start >= worthKeeping) keep(view, nameOf(part, context.params), list);
    return list;
  };
  if (!plan.planned) tags.everything();
  const result = await resultOf(plan.tree, options(tags));
  return { result, tags: tags.words() };
}

function nameOf(part: KeptPart | undefined, params: Record<string, unknown>): string {
  return part ? JSON.stringify([part.name, part.parameters.map((name) => params[name])]) : '';
}

function keptBefore(view: View, name: string): Kept | undefined {
  const list = keptLists.get(view)?.get(name);
  return list?.version === view.version ? list : undefined;
}

function keep(view: View, name: string, list: Kept) {
  const lists = keptLists.get(view) ?? new LeastRecent<string, Kept>(maxKept);
  lists.set(name, list);
  keptLists.set(view, lists);
}

/** groq-js evaluates most of the language synchronously and several times faster; the rest needs the other way. */
async function resultOf(tree: ExprNode, options: Parameters<typeof evaluateSync>[1]): Promise<unknown> {
  try {
    return evaluateSync(tree, options).data;
  } catch (error) {
    if (!(error instanceof Error) || !/sync/i.test(error.message)) throw error;
  }
  const value = await evaluate(tree, options);
  return value.get();
}

/** null sends the query to its other form: a key taken from a document holds a separator. */
function find(view: View, requests: IndexRequest[], request: string, seen: SyncTags): unknown {
  const [number, ...parts] = request.split(partSeparator);
  const conditions = requests[Number(number)];
  if (conditions?.length !== parts.length) return null;
  const lookups = conditions.map<Lookup>(({ by, many }, index) => {
    const part = parts[index] ?? '';
    return { by, keys: many ? part.split(keySeparator) : [part] };
  });
  seen.lookup(lookups);
  return view.find(lookups);
}

function asValue(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? Object(value) : null;
}
