import { type ExprNode, evaluateSync } from 'groq-js';
import { type CachedList, computeList } from './cached-list.ts';
import { keySeparator, partSeparator } from './document-index.ts';
import { memoryLimit } from './memory-limit.ts';
import type { CachedListPlan, Plan } from './planner.ts';
import type { ParsedQuery, QueryJob } from './protocol.ts';
import { hashTag, SyncTags } from './sync-tags.ts';
import type { Lookup, View } from './view.ts';

/** One evaluation of a plan. Changes nothing shared before `keepLists`; `worthKeeping` is in milliseconds. */
export function evaluationOf(
  { tree, cachedLists, requests }: Plan,
  mark: string,
  view: View,
  { params, identity, sanity }: Pick<ParsedQuery, 'params'> & Pick<QueryJob, 'identity' | 'sanity'>,
  worthKeeping = 1,
) {
  const tags = new SyncTags();
  const checkMemory = memoryLimit();
  const timestamp = new Date();
  /** Lists read by this query, by name, whatever their cost. */
  const lists = new Map<string, { list: CachedList; isCostly: boolean }>();

  function options(seen: SyncTags) {
    const dereference = ({ _ref }: { _ref: string }) => answer(_ref, seen);
    return { params, identity, sanity, timestamp, dataset: view.documents, dereference };
  }

  // The declared result of `dereference` is one document, but groq-js takes any value.
  function answer(ref: string, seen: SyncTags): Record<string, unknown> | null {
    checkMemory();
    if (!ref.startsWith(mark)) {
      seen.document(ref);
      return view.get(ref) ?? null;
    }
    const request = ref.slice(mark.length);
    const number = /^kept(\d+)$/.exec(request)?.[1];
    if (number !== undefined) return asValue(valuesOf(cachedLists[Number(number)], seen));
    if (request === 'all') {
      seen.everything();
      return asValue(view.documents);
    }
    return asValue(find(request, seen));
  }

  function valuesOf(part: CachedListPlan | undefined, seen: SyncTags): unknown {
    if (!part) return null;
    const name = JSON.stringify([part.name, part.parameters.map((parameter) => params[parameter])]);
    const remembered = view.lists.peek(name);
    const entry = lists.get(name) ?? (remembered ? { list: remembered, isCostly: true } : make(part));
    lists.set(name, entry);
    seen.add(entry.list.dependencies);
    return entry.list.values;
  }

  function make(part: CachedListPlan) {
    const own = new SyncTags();
    const start = performance.now();
    const evaluated = (node: ExprNode): unknown => evaluateSync(node, options(own)).data;
    const list = computeList(part, { params, sanity }, evaluated, () => own.words());
    return { list, isCostly: part.isLasting && performance.now() - start >= worthKeeping };
  }

  /** Null, for a key with a separator, sends the query to its second form. */
  function find(request: string, seen: SyncTags): unknown {
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

  return {
    /** Synchronous: several times faster, and can be interrupted. */
    run: (): unknown => evaluateSync(tree, options(tags)).data,
    tags: () => tags.words().map(hashTag),
    keepLists() {
      for (const [name, { list, isCostly }] of lists) if (isCostly) view.lists.set(name, list);
    },
  };
}

function asValue(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? Object(value) : null;
}
