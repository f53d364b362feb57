import type { ExprNode, OpCallNode } from 'groq-js';
import {
  findCondition,
  type IndexCondition,
  type LookupPath,
  type ParameterKinds,
  unwrapTextQuery,
} from './conditions.ts';
import { partSeparator } from './document-index.ts';
import {
  hasSearch,
  type IncrementalParts,
  incrementalParts,
  isCacheableList,
  splitConjuncts,
  splitVolatileConditions,
} from './list-analysis.ts';
import { listParameters, replaceChildren, treeKey } from './syntax-tree.ts';

/** Conditions of one lookup; `many` allows several keys. */
type IndexRequest = { by: LookupPath; many: boolean }[];

/** `name` and the values of `parameters` identify the list across queries. */
export type CachedListPlan = {
  node: ExprNode;
  name: string;
  parameters: string[];
  /** Set if the list can be updated. `documents` is the planned node that selects the list's documents. */
  incremental: (IncrementalParts & { documents: ExprNode }) | null;
  /** Searches are evaluated once per query but not cached across queries. */
  isLasting: boolean;
};

export type Plan = { tree: ExprNode; requests: IndexRequest[]; cachedLists: CachedListPlan[] };

/**
 * Rewrites a query so that filters over the whole dataset use an index. Results equal those of plain groq-js.
 * groq-js requests documents in one place only: the `dereference` option, called with the reference of every `->`. So
 * the planner encodes a lookup as a synthetic reference that resolves to a list:
 *
 *     *[_type == "page" && slug.current == $slug && title match "a*"]
 *       └───────────── by index ───────────────┘    └─ by groq-js ─┘
 *
 *     {"_ref": "<prefix>0" + "\0page" + "\0" + $slug}->[title match "a*"]
 *                 │     └─ requests[0] = [_type, slug.current], the paths of the keys
 *                 └─ random, so that no real reference starts with it
 *
 *     dereference(reference)  ──▶  view.find(requests[0], keys)  ──▶  list of documents (evaluation.ts)
 *
 * `"<prefix>all"` resolves to all documents, `"<prefix>list2"` to a list that may be cached from an earlier query.
 * A condition is dropped only if the index returns exactly the documents that satisfy it. If a key that is computed from
 * documents is not a string, the lookup returns null, and `coalesce` continues with a form that avoids such lookups.
 */
export function plan(tree: ExprNode, refPrefix: string, parameters: ParameterKinds): Plan {
  const planning: Planning = { refPrefix, parameters, requests: [], cachedLists: [], hidden: false };
  const { requests, cachedLists } = planning;
  return { tree: rewrite(tree, planning), requests, cachedLists };
}

type Planning = {
  refPrefix: string;
  parameters: ParameterKinds;
  requests: IndexRequest[];
  cachedLists: CachedListPlan[];
  /** True if groq-js evaluates the node in an internal scope. A `^` cannot be moved out of such a scope. */
  hidden: boolean;
};

function rewrite(node: ExprNode, planning: Planning): ExprNode {
  if (node.type === 'Everything') return request(text(`${planning.refPrefix}all`));
  const plain = unwrapTextQuery(node);
  if (plain !== node) return rewrite(plain, planning);
  const split = splitVolatileConditions(node);
  if (split) {
    const inner = { ...planning, hidden: false };
    return filtered(
      rewrite(split.list, planning),
      split.conditions.map((one) => rewrite(one, inner)),
    );
  }
  if (isCacheableList(node)) return requestCachedList(node, rewriteList(node, planning), planning);
  return rewriteList(node, planning);
}

/** Like `rewrite`, for parts of a cached list. */
function rewriteList(node: ExprNode, planning: Planning): ExprNode {
  if (node.type === 'Filter' && node.base.type === 'Everything') return planFilter(node.expr, planning);
  return replaceChildren(node, (child, key) => {
    const inner = { ...planning, hidden: isHidden(node, key, planning.hidden) };
    const continuesList = key === 'base' && isCacheableList(node);
    return continuesList && child.type !== 'Everything' ? rewriteList(child, inner) : rewrite(child, inner);
  });
}

/** Replaces a list with a request for its value. A list that comes straight from an index needs no cache. */
function requestCachedList(original: ExprNode, list: ExprNode, planning: Planning): ExprNode {
  if (list.type === 'Deref') return list;
  const parts = incrementalParts(original);
  const documents = parts?.projection ? rewriteList(parts.filter, planning) : list;
  const number =
    planning.cachedLists.push({
      node: list,
      name: treeKey(original),
      parameters: listParameters(original),
      incremental: parts && { ...parts, documents },
      isLasting: !hasSearch(original),
    }) - 1;
  return request(text(`${planning.refPrefix}list${number}`));
}

/** Returns whether groq-js evaluates a child in an internal scope. Returns true if in doubt. */
function isHidden(parent: ExprNode, key: string, hidden: boolean): boolean {
  if (key === 'expr') return parent.type === 'Map' || parent.type === 'FlatMap';
  if (parent.type === 'PipeFuncCall' && key !== 'base') return true;
  return hidden || parent.type === 'SelectorFuncCall' || parent.type === 'SelectorNested';
}

function planFilter(filter: ExprNode, planning: Planning): ExprNode {
  const inner = { ...planning, hidden: false };
  const conjuncts = splitConjuncts(filter).map((expr) => ({
    expr,
    condition: findCondition(expr, planning.parameters),
  }));
  const isSafe = (condition: IndexCondition | null) => condition?.isSurelyString === true;
  const isUsable = (condition: IndexCondition | null) =>
    condition !== null && (condition.isSurelyString || !planning.hidden);
  const form = (use: (condition: IndexCondition | null) => boolean): ExprNode => {
    const conditions = conjuncts.flatMap(({ condition }) => (condition && use(condition) ? [condition] : []));
    const rest = conjuncts.filter(({ condition }) => !use(condition)).map(({ expr }) => rewrite(expr, inner));
    return filtered(candidates(conditions, planning), rest);
  };
  if (!conjuncts.some(({ condition }) => isUsable(condition))) return form(() => false);
  if (conjuncts.every(({ condition }) => isSafe(condition) === isUsable(condition))) return form(isSafe);
  return { type: 'FuncCall', namespace: 'global', name: 'coalesce', args: [form(isUsable), form(isSafe)] };
}

function filtered(base: ExprNode, conjuncts: ExprNode[]): ExprNode {
  if (conjuncts.length === 0) return base;
  return { type: 'Filter', base, expr: conjuncts.reduce((left, right) => ({ type: 'And', left, right })) };
}

function candidates(conditions: IndexCondition[], planning: Planning): ExprNode {
  const { refPrefix, requests } = planning;
  if (conditions.length === 0) return request(text(`${refPrefix}all`));
  const number = requests.push(conditions.map(({ by, many }) => ({ by, many }))) - 1;
  return request(
    conditions.reduce<ExprNode>(
      (left, condition) =>
        concatenate(concatenate(left, text(partSeparator)), rewrite(condition.key, planning)),
      text(`${refPrefix}${number}`),
    ),
  );
}

function request(key: ExprNode): ExprNode {
  return {
    type: 'Deref',
    base: { type: 'Object', attributes: [{ type: 'ObjectAttributeValue', name: '_ref', value: key }] },
  };
}

const text = (value: string): ExprNode => ({ type: 'Value', value });

function concatenate(left: ExprNode, right: ExprNode): OpCallNode {
  return { type: 'OpCall', op: '+', left, right };
}
