import { type ExprNode, evaluate, evaluateSync } from 'groq-js';
import { keySeparator, partSeparator } from './key-index.ts';
import type { IndexRequest, KeptPart, Plan } from './planner.ts';
import { SyncTags } from './sync-tags.ts';
import type { DerivedList, Lookup, View } from './view.ts';

type EvaluationContext = {
  params: Record<string, unknown>;
  identity: string;
  sanity: { projectId: string; dataset: string };
};

/** Lists that took less than this many milliseconds are not worth keeping. */
const worthKeeping = 1;

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
  // Kept for the rest of this query whatever it cost, and for later ones if it was worth it.
  const ofThisQuery = new Map<number, DerivedList>();
  const keptList = (number: number, seen: SyncTags): unknown => {
    const part = plan.kept[number];
    if (!part) return null;
    const name = JSON.stringify([part.name, part.parameters.map((parameter) => context.params[parameter])]);
    const list = ofThisQuery.get(number) ?? view.derived.get(name) ?? make(part, name);
    ofThisQuery.set(number, list);
    seen.add(list.words);
    return list.value;
  };
  const make = (part: KeptPart, name: string): DerivedList => {
    const own = new SyncTags();
    const start = performance.now();
    const value: unknown = evaluateSync(part.node, options(own)).data;
    const list = { value, words: own.words() };
    if (performance.now() - start >= worthKeeping) view.derived.set(name, list);
    return list;
  };
  if (!plan.planned) tags.everything();
  const result = await resultOf(plan.tree, options(tags));
  return { result, tags: tags.words() };
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
