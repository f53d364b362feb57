import type { ExprNode, SyntaxNode } from 'groq-js';
import { someNode } from './syntax-tree.ts';

/** Returns whether a list over the dataset depends only on documents and parameters. */
export function isCacheableList(node: ExprNode): boolean {
  return isList(node) && !someNode(node, (one) => one.type === 'Parent' || dependsOnRequest(one));
}

/** Returns whether a function's value depends on the time of a request or on its user. */
function dependsOnRequest(node: SyntaxNode): boolean {
  if (node.type !== 'FuncCall') return false;
  return node.name === 'now' || node.name === 'identity' || node.namespace === 'user';
}

/** Separates conditions on a parameter or on the time from an ordered list, so that many queries can share the list. */
export function splitVolatileConditions(node: ExprNode): { list: ExprNode; conditions: ExprNode[] } | null {
  if (node.type !== 'PipeFuncCall' || node.name !== 'order' || node.base.type !== 'Filter') return null;
  const { base: filter } = node;
  if (filter.base.type !== 'Everything') return null;
  const all = splitConjuncts(filter.expr);
  const [first, ...others] = all.filter((one) => !isVolatile(one));
  const conditions = all.filter(isVolatile);
  if (!first || conditions.length === 0) return null;
  const expr = others.reduce<ExprNode>((left, right) => ({ type: 'And', left, right }), first);
  return { list: { ...node, base: { ...filter, expr } }, conditions };
}

/** Returns whether a condition compares with a parameter or the time, so that it differs by day or user. */
function isVolatile(node: ExprNode): boolean {
  const compares = (one: SyntaxNode) => one.type === 'OpCall' && /^[<>]/.test(one.op) && hasParameter(one);
  const hasParameter = (one: SyntaxNode) => someNode(one, ({ type }) => type === 'Parameter');
  const isTime = (one: SyntaxNode) => one.type === 'FuncCall' && one.name === 'now';
  return isLocal(node) && someNode(node, (one) => compares(one) || isTime(one));
}

export function splitConjuncts(node: ExprNode): ExprNode[] {
  if (node.type === 'Group') return splitConjuncts(node.base);
  return node.type === 'And' ? [...splitConjuncts(node.left), ...splitConjuncts(node.right)] : [node];
}

/** Returns whether a node consists of filters, pipes and projections only. */
function isList(node: ExprNode): boolean {
  if (node.type === 'Group') return isList(node.base);
  if (node.type === 'Map') return incrementalParts(node) !== null;
  if (node.type !== 'Filter' && node.type !== 'PipeFuncCall') return false;
  const { base } = node;
  return base.type === 'Everything' || isList(base) || (isProjection(base) && isFilterOnly(base.base));
}

function isProjection(node: ExprNode): node is Extract<ExprNode, { type: 'Map' }> {
  return node.type === 'Map' && node.expr.type === 'Projection' && node.expr.expr.type === 'Object';
}

/** Returns whether a node has filters only, which keep documents in the order of their ids. */
function isFilterOnly(node: ExprNode): boolean {
  if (node.type === 'Group') return isFilterOnly(node.base);
  return node.type === 'Everything' || (node.type === 'Filter' && isFilterOnly(node.base));
}

const everything: ExprNode = { type: 'Everything' };

/** Parts of a list that can be updated one document at a time. Each is an expression over the whole dataset. */
export type IncrementalParts = {
  filter: ExprNode;
  projection: ExprNode | null;
  /** Filters and orders the projected values. */
  rest: ExprNode;
};

/** Returns null if a document's position depends on more than a comparison of two documents. */
export function incrementalParts(node: ExprNode): IncrementalParts | null {
  if (node.type === 'Everything') return { filter: node, projection: null, rest: node };
  if (node.type === 'Group') return incrementalParts(node.base);
  if (node.type !== 'Filter' && node.type !== 'PipeFuncCall' && !isProjection(node)) return null;
  const parts = incrementalParts(node.base);
  if (!parts) return null;
  const { filter, projection } = parts;
  if (node.type === 'Map')
    return !projection && isFilterOnly(filter) && isLocal(node.expr)
      ? { filter, projection: { ...node, base: everything }, rest: everything }
      : null;
  if (node.type === 'PipeFuncCall' ? node.name !== 'order' || !node.args.every(isLocal) : !isLocal(node.expr))
    return null;
  const rest = { ...node, base: parts.rest };
  return { filter: projection ? filter : rest, projection, rest };
}

/** Returns whether an expression reads one document only. False for searches, which use the full-text indexes. */
export function isLocal(node: ExprNode): boolean {
  return !hasSearch(node) && !someNode(node, ({ type }) => nonLocalTypes.has(type));
}

const nonLocalTypes = new Set(['Everything', 'Deref', 'Parent', 'Context']);

/** Returns whether a node contains a search. There are too many different searches to cache their lists. */
export function hasSearch(node: ExprNode): boolean {
  return someNode(
    node,
    (one) =>
      (one.type === 'OpCall' && one.op === 'match') ||
      (one.type === 'FuncCall' && (one.namespace === 'text' || one.namespace === 'releases')),
  );
}
