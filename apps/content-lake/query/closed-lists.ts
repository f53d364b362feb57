import type { ExprNode } from 'groq-js';
import { someNode } from './syntax-tree.ts';

/** Functions of the request rather than of the documents, and those that groq-js evaluates only asynchronously. */
const momentary = new Set(['user', 'delta', 'diff']);

/** Whether a tree holds a function whose value may change although no document does. */
function dependsOnMoment(node: ExprNode): boolean {
  return someNode(
    node,
    (one) =>
      one.type === 'FuncCall' &&
      (one.name === 'now' || one.name === 'identity' || momentary.has(one.namespace)),
  );
}

/** Whether a query compares states of documents; its arguments are paths, not values, and are left as they are. */
export function comparesStates(node: ExprNode): boolean {
  return someNode(
    node,
    (one) => one.type === 'FuncCall' && (one.namespace === 'delta' || one.namespace === 'diff'),
  );
}

/**
 * Whether a node is a filtered, ordered or scored list over the whole dataset that nothing around it can change: it
 * depends on the documents and the parameters alone, wherever in a query it stands.
 */
export function isClosedList(node: ExprNode): boolean {
  return isList(node) && !dependsOnMoment(node) && !someNode(node, (one) => one.type === 'Parent');
}

function isList(node: ExprNode): boolean {
  if (node.type === 'Group') return isList(node.base);
  return (
    (node.type === 'Filter' || node.type === 'PipeFuncCall') &&
    (node.base.type === 'Everything' || isList(node.base))
  );
}
