import type { ExprNode, SyntaxNode } from 'groq-js';
import { type KeyPath, keySeparator, partSeparator } from './document-index.ts';
import { isCacheableList, isLocal } from './list-analysis.ts';
import { someNode, treeKey } from './syntax-tree.ts';

/** Kinds of parameter values. A plan depends on them but not on the values. */
export type ParameterKinds = Record<string, 'string' | 'strings' | 'other'>;

/** The path of the fields to compare with an exact key, or the texts to search. */
export type LookupPath = KeyPath | { kind: 'text'; texts: ExprNode[] };

export type Lookup = { by: LookupPath; keys: string[] };

/** Maximum number of texts in one search. The Studio searches fewer. */
const maxTexts = 64;

export type IndexCondition = {
  by: LookupPath;
  /** An expression to evaluate outside the filter. Its value is one key, or several joined by the separator. */
  key: ExprNode;
  many: boolean;
  /** If false, the lookup may return null. */
  isSurelyString: boolean;
};

/** Returns the index lookup for one conjunct of a filter, or null if an index cannot evaluate it. */
export function findCondition(node: ExprNode, parameters: ParameterKinds): IndexCondition | null {
  if (node.type === 'Group') return findCondition(node.base, parameters);
  if (node.type === 'OpCall' && node.op === '==')
    return equality(node.left, node.right, parameters) ?? equality(node.right, node.left, parameters);
  if (node.type === 'OpCall' && node.op === 'in') return membership(node.left, node.right, parameters);
  if (node.type === 'OpCall' && node.op === 'match') return search(node.left, node.right, parameters);
  if (node.type === 'Or')
    return combineSearches(findCondition(node.left, parameters), findCondition(node.right, parameters));
  if (node.type !== 'FuncCall' || node.args.length !== 1 || !node.args[0]) return null;
  const argument = node.args[0];
  if (node.namespace === 'global' && node.name === 'references')
    return withKey({ kind: 'references' }, findKey(argument, parameters, 'either'));
  if (node.namespace === 'sanity' && node.name === 'versionOf')
    return withKey({ kind: 'versionOf' }, findKey(argument, parameters, 'one'));
  return null;
}

type Key = { key: ExprNode; isSurelyString: boolean; many: boolean } | null;

function withKey(by: LookupPath, key: Key): IndexCondition | null {
  return key && { by, ...key };
}

function equality(attribute: ExprNode, value: ExprNode, parameters: ParameterKinds): IndexCondition | null {
  const path = attributePath(attribute);
  return path && withKey({ kind: 'attribute', path }, findKey(value, parameters, 'one'));
}

function membership(attribute: ExprNode, list: ExprNode, parameters: ParameterKinds): IndexCondition | null {
  const path = attributePath(attribute);
  if (!path) return null;
  const key = findKey(list, parameters, 'many');
  // If a list comes from documents, only ids and types are certain not to contain the separator.
  const isName = path.length === 1 && (path[0] === '_id' || path[0] === '_type');
  return isName || key?.isSurelyString ? withKey({ kind: 'attribute', path }, key) : null;
}

function search(text: ExprNode, pattern: ExprNode, parameters: ParameterKinds): IndexCondition | null {
  const key = findKey(unwrapTextQuery(pattern), parameters, 'either');
  return key?.isSurelyString && isText(text) ? withKey({ kind: 'text', texts: [text] }, key) : null;
}

/** Unwraps `text::query()`, which groq-js lacks. The `match` of groq-js understands the same words and wildcards. */
export function unwrapTextQuery(pattern: ExprNode): ExprNode {
  const isQuery = pattern.type === 'FuncCall' && pattern.namespace === 'text' && pattern.name === 'query';
  return (isQuery && pattern.args[0]) || pattern;
}

/** Combines `title match $text || body match $text`, as the Studio searches, into one lookup in several texts. */
function combineSearches(left: IndexCondition | null, right: IndexCondition | null): IndexCondition | null {
  if (left?.by.kind !== 'text' || right?.by.kind !== 'text') return null;
  const texts = [...left.by.texts, ...right.by.texts];
  const isSame = left.many === right.many && treeKey(left.key) === treeKey(right.key);
  return isSame && texts.length <= maxTexts ? { ...left, by: { kind: 'text', texts } } : null;
}

/** Functions that never fail, run in linear time, and do not depend on the request. */
const textFunctions = 'coalesce compact defined join lower split string text unique upper'.split(' ');

/** Returns whether a value depends on the filtered document alone, so that its words can be indexed. */
function isText(node: ExprNode): boolean {
  const isOther = (one: SyntaxNode) =>
    one.type === 'Parameter' || (one.type === 'FuncCall' && !textFunctions.includes(one.name));
  const isRead = ({ type }: SyntaxNode) => type === 'This' || type === 'AccessAttribute';
  return isLocal(node) && someNode(node, isRead) && !someNode(node, isOther);
}

/** Returns `slug.current` as `["slug", "current"]` if it is an attribute of the filtered document itself. */
function attributePath(node: ExprNode): string[] | null {
  if (node.type !== 'AccessAttribute') return null;
  if (!node.base || node.base.type === 'This') return [node.name];
  const base = attributePath(node.base);
  return base && [...base, node.name];
}

function findKey(node: ExprNode, parameters: ParameterKinds, expected: 'one' | 'many' | 'either'): Key {
  const kind = findKind(node, parameters);
  if (kind === 'string' && expected !== 'many') return { key: node, isSurelyString: true, many: false };
  if (kind === 'strings' && expected !== 'one') return { key: join(node), isSurelyString: true, many: true };
  const key = moveOutOfFilter(node);
  if (!key || expected === 'one') return key && { key, isSurelyString: false, many: false };
  // `join()` of a string is null, so `coalesce` then returns the single id itself.
  const keys = expected === 'either' ? call('global', 'coalesce', [join(key), key]) : join(key);
  return { key: keys, isSurelyString: false, many: true };
}

function findKind(node: ExprNode, parameters: ParameterKinds): ParameterKinds[string] | undefined {
  if (node.type === 'Parameter') return parameters[node.name];
  if (node.type === 'Value') return kindOfValue(node.value);
  // As in `title match $text + "*"`.
  if (node.type === 'OpCall' && node.op === '+') {
    const areStrings = [node.left, node.right].every((part) => findKind(part, parameters) === 'string');
    return areStrings ? 'string' : undefined;
  }
  if (node.type !== 'Array') return undefined;
  const isString = ({ value, isSplat }: (typeof node.elements)[number]) =>
    !isSplat && value.type === 'Value' && isKey(value.value);
  return node.elements.every(isString) ? 'strings' : 'other';
}

export function findKinds(params: Record<string, unknown>): ParameterKinds {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, kindOfValue(value)]));
}

function kindOfValue(value: unknown): ParameterKinds[string] {
  if (isKey(value)) return 'string';
  return Array.isArray(value) && value.every(isKey) ? 'strings' : 'other';
}

/** Returns whether a value is a usable key. A string with a separator could be mistaken for several keys. */
function isKey(value: unknown): boolean {
  return typeof value === 'string' && !value.includes(partSeparator) && !value.includes(keySeparator);
}

function join(list: ExprNode): ExprNode {
  return call('array', 'join', [list, { type: 'Value', value: keySeparator }]);
}

function call(namespace: string, name: string, args: ExprNode[]): ExprNode {
  return { type: 'FuncCall', namespace, name, args };
}

/** Rewrites a list or a path such as `^.slug` so that it works outside the filter. Returns null if it cannot. */
function moveOutOfFilter(node: ExprNode): ExprNode | null {
  if (isCacheableList(node)) return node;
  switch (node.type) {
    case 'Parent':
      return node.n === 1 ? { type: 'This' } : { ...node, n: node.n - 1 };
    case 'AccessAttribute':
    case 'AccessElement':
    case 'ArrayCoerce':
    case 'Deref':
    case 'Group': {
      const base = node.base && moveOutOfFilter(node.base);
      return base ? { ...node, base } : null;
    }
    case 'Map': {
      const base = moveOutOfFilter(node.base);
      const isMovable = !someNode(node.expr, ({ type }) => type === 'Parent' || type === 'Everything');
      return base && isMovable ? { ...node, base } : null;
    }
    default:
      return null;
  }
}
