import { type ExprNode, parse, type SyntaxNode } from 'groq-js';
import { typedError } from '../errors.ts';

/** Nodes that hold expressions but are none. */
const carriers = new Set([
  'ArrayElement',
  'ObjectAttributeValue',
  'ObjectConditionalSplat',
  'ObjectSplat',
  'SelectAlternative',
]);

/** A constant's `value` may look like a node, so never look into `Value`. */
function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isExpression(node: SyntaxNode): node is ExprNode {
  return !carriers.has(node.type);
}

/** A copy with every direct child expression replaced; `key` is its property. */
export function replaceChildren<T extends SyntaxNode>(
  node: T,
  replace: (child: ExprNode, key: string) => ExprNode,
): T {
  const copy = { ...node };
  for (const [key, value] of Object.entries(children(node))) {
    const one = (child: unknown) => {
      if (!isNode(child)) return child;
      return isExpression(child) ? replace(child, key) : replaceChildren(child, replace);
    };
    Reflect.set(copy, key, Array.isArray(value) ? value.map(one) : one(value));
  }
  return copy;
}

export function someNode(node: SyntaxNode, condition: (node: SyntaxNode) => boolean): boolean {
  if (condition(node)) return true;
  return Object.values(children(node))
    .flat()
    .some((child) => isNode(child) && someNode(child, condition));
}

export function parametersOf(node: SyntaxNode): string[] {
  const names = new Set<string>();
  someNode(node, (one) => {
    if (one.type === 'Parameter') names.add(one.name);
    return false;
  });
  return [...names];
}

function children(node: SyntaxNode): Record<string, unknown> {
  return node.type === 'Value' ? {} : { ...node };
}

const versionOfRelease = parse(
  'string::startsWith(coalesce(_originalId, _id), "versions." + $release + ".")',
);

/** `sanity::partOfRelease`, which groq-js decides by `_id`: in a perspective that is the published one. */
function byOriginalId(node: ExprNode): ExprNode {
  const isAsked = node.type === 'FuncCall' && node.namespace === 'sanity' && node.name === 'partOfRelease';
  const release = isAsked ? node.args[0] : undefined;
  if (!release) return replaceChildren(node, byOriginalId);
  const given = byOriginalId(release);
  const filled = (one: ExprNode): ExprNode =>
    one.type === 'Parameter' ? given : replaceChildren(one, filled);
  return filled(versionOfRelease);
}

/** Throws for `diff::` and `delta::` functions, which only webhooks of hosted Sanity have. */
export function parseQuery(query: string, params: Record<string, unknown>): ExprNode {
  const tree = parse(query, { params });
  someNode(tree, (one) => {
    if (one.type !== 'FuncCall' || !/^(diff|delta)$/.test(one.namespace)) return false;
    const name = `${one.namespace}::${one.name}()`;
    throw typedError(400, 'queryEvaluationError', `${name} is for webhooks alone`);
  });
  return byOriginalId(tree);
}
