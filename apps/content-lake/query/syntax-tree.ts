import { type ExprNode, parse, type SyntaxNode } from 'groq-js';
import { typedError } from '../errors.ts';
import '../exact-paths.ts';

/** Types of nodes that contain expressions but are not expressions. */
const wrapperTypes = new Set([
  'ArrayElement',
  'ObjectAttributeValue',
  'ObjectConditionalSplat',
  'ObjectSplat',
  'SelectAlternative',
]);

/** Never call this on the `value` of a `Value` node: a constant may look like a node. */
function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const isExpression = (node: SyntaxNode): node is ExprNode => !wrapperTypes.has(node.type);

export function replaceChildren<T extends SyntaxNode>(
  node: T,
  replace: (child: ExprNode, key: string) => ExprNode,
): T {
  const copy = { ...node };
  for (const [key, value] of children(node)) {
    const one = (child: unknown) => {
      if (!isNode(child)) return child;
      return isExpression(child) ? replace(child, key) : replaceChildren(child, replace);
    };
    Reflect.set(copy, key, Array.isArray(value) ? value.map(one) : one(value));
  }
  return copy;
}

export function someNode(node: SyntaxNode, condition: (node: SyntaxNode) => boolean): boolean {
  const inside = (child: unknown) => isNode(child) && someNode(child, condition);
  return (
    condition(node) ||
    children(node).some(([, value]) => (Array.isArray(value) ? value.some(inside) : inside(value)))
  );
}

/** Returns equal keys for equal trees. Plain JSON would write infinite numbers as null. */
export const treeKey = (node: unknown): string =>
  JSON.stringify(node, (_, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value,
  );

export function listParameters(node: SyntaxNode): string[] {
  const names = new Set<string>();
  someNode(node, (one) => {
    if (one.type === 'Parameter') names.add(one.name);
    return false;
  });
  return [...names];
}

/** Throws if a query refers to a parameter that is missing, which groq-js would evaluate to null. Returns the tree. */
export function requireParameters(tree: ExprNode, params: Record<string, unknown>): ExprNode {
  const missing = listParameters(tree).find((name) => !Object.hasOwn(params, name));
  if (missing === undefined) return tree;
  throw typedError(400, 'queryParseError', `param $${missing} referenced, but not provided`);
}

/** Returns the parameters that name a field if they are strings, as in `[$a]` and `["b" + $a]`. */
export function listFieldParameters(tree: SyntaxNode): string[] {
  const names = new Set<string>();
  someNode(tree, (one) => {
    if (one.type === 'Filter' && isConstant(one.expr))
      for (const name of listParameters(one.expr)) names.add(name);
    return false;
  });
  return [...names];
}

/** Returns whether groq-js evaluates an expression while parsing, and the result may be a string. */
function isConstant(node: ExprNode): boolean {
  if (node.type === 'Group') return isConstant(node.base);
  if (node.type === 'OpCall' && node.op === '+') return isConstant(node.left) && isConstant(node.right);
  return node.type === 'Value' || node.type === 'Parameter';
}

function children(node: SyntaxNode): [string, unknown][] {
  return node.type === 'Value' ? [] : Object.entries(node).filter(([, value]) => typeof value === 'object');
}

const versionOfRelease = parse(
  'string::startsWith(coalesce(_originalId, _id), "versions." + $release + ".")',
);

/** groq-js evaluates this function from `_id`, which in a perspective is the published id. */
const partOfRelease = 'sanity::partOfRelease';
const functionName = (node: SyntaxNode) => node.type === 'FuncCall' && `${node.namespace}::${node.name}`;

function byOriginalId(node: ExprNode): ExprNode {
  const release = node.type === 'FuncCall' && functionName(node) === partOfRelease ? node.args[0] : undefined;
  if (!release) return replaceChildren(node, byOriginalId);
  const given = byOriginalId(release);
  const filled = (one: ExprNode): ExprNode =>
    one.type === 'Parameter' ? given : replaceChildren(one, filled);
  return filled(versionOfRelease);
}

/** Throws for `diff::` and `delta::` functions, which only webhooks of hosted Sanity have. */
export function parseQuery(query: string, params: Record<string, unknown>): ExprNode {
  const tree = parse(query, { params });
  const usesPartOfRelease = someNode(tree, (one) => {
    const name = functionName(one);
    if (name && /^(diff|delta)::/.test(name))
      throw typedError(400, 'queryEvaluationError', `${name}() is for webhooks alone`);
    return name === partOfRelease;
  });
  return usesPartOfRelease ? byOriginalId(tree) : tree;
}
