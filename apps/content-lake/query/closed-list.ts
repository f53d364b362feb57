import type { ExprNode } from 'groq-js';
import { someNode } from './syntax-tree.ts';

/** Whether a list over the whole dataset depends on documents and parameters alone, wherever it stands. */
export function isClosedList(node: ExprNode): boolean {
  return (
    isList(node) &&
    !someNode(
      node,
      (one) =>
        one.type === 'Parent' ||
        (one.type === 'FuncCall' &&
          // They tell of the request rather than of the documents.
          (one.name === 'now' || one.name === 'identity' || one.namespace === 'user')),
    )
  );
}

/** Filters and pipes, and projections that they or nothing else follow. */
function isList(node: ExprNode): boolean {
  if (node.type === 'Group') return isList(node.base);
  if (node.type === 'Map') return partsOf(node) !== null;
  if (node.type !== 'Filter' && node.type !== 'PipeFuncCall') return false;
  const { base } = node;
  return base.type === 'Everything' || isList(base) || (isProjection(base) && isFiltered(base.base));
}

function isProjection(node: ExprNode): node is Extract<ExprNode, { type: 'Map' }> {
  return node.type === 'Map' && node.expr.type === 'Projection' && node.expr.expr.type === 'Object';
}

/** The parts of a list in which each document stands for itself: each is an expression over all of the dataset. */
export type LocalParts = {
  /** Selects the documents. */
  filter: ExprNode;
  /** Projects those that are selected. */
  shown: ExprNode | null;
  /** Filters and orders what is shown. */
  rest: ExprNode;
};

/** The parts of a closed list, or null if where a document stands in it depends on other documents. */
export function partsOf(node: ExprNode): LocalParts | null {
  if (isChain(node)) return { filter: node, shown: null, rest: node };
  const shown = projectionIn(node);
  if (!shown || !isFiltered(shown.base) || !isChain(shown.base) || !isLocal(shown.expr)) return null;
  const rest = overEverything(node);
  return isChain(rest) ? { filter: shown.base, shown: { ...shown, base: everything }, rest } : null;
}

const everything: ExprNode = { type: 'Everything' };

/** Filters and orders over the dataset, in which each document stands for itself. */
function isChain(node: ExprNode): boolean {
  if (node.type === 'Everything') return true;
  if (node.type === 'Group') return isChain(node.base);
  if (node.type === 'Filter') return isChain(node.base) && isLocal(node.expr);
  return (
    node.type === 'PipeFuncCall' && node.name === 'order' && isChain(node.base) && node.args.every(isLocal)
  );
}

/** Only filters, which keep the order of ids. */
function isFiltered(node: ExprNode): boolean {
  if (node.type === 'Group') return isFiltered(node.base);
  return node.type === 'Everything' || (node.type === 'Filter' && isFiltered(node.base));
}

function projectionIn(node: ExprNode): Extract<ExprNode, { type: 'Map' }> | null {
  if (isProjection(node)) return node;
  return node.type === 'Filter' || node.type === 'PipeFuncCall' || node.type === 'Group'
    ? projectionIn(node.base)
    : null;
}

/** The same with all documents in place of what the projection gives. */
function overEverything(node: ExprNode): ExprNode {
  if (node.type === 'Map') return everything;
  return node.type === 'Filter' || node.type === 'PipeFuncCall' || node.type === 'Group'
    ? { ...node, base: overEverything(node.base) }
    : node;
}

/** Whether an expression reads one document only. Searches are left to the index of words. */
function isLocal(node: ExprNode): boolean {
  return !hasSearch(node) && !someNode(node, ({ type }) => foreign.has(type));
}

const foreign = new Set(['Everything', 'Deref', 'Parent', 'Context']);

/** Whether a list is made by a search: there are too many to be kept. */
export function hasSearch(node: ExprNode): boolean {
  return someNode(
    node,
    (one) =>
      (one.type === 'OpCall' && one.op === 'match') ||
      (one.type === 'FuncCall' && (one.namespace === 'text' || one.namespace === 'releases')),
  );
}
