import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { importsOf, texts } from './imports.ts';

type Node = Record<string, unknown> & { type: string };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);

/** Variables and functions that hold or return elements, never text. */
const elements = ['panel', 'notices', 'children'];

/** Returns whether a child of an element may be a text, or nothing in place of a text. */
function mayBeText(node: unknown): boolean {
  if (!isNode(node)) return false;
  switch (node.type) {
    case 'JSXText':
      return !/^\s*\n\s*$/.test(String(node.value));
    case 'JSXExpressionContainer':
      return mayBeText(node.expression);
    case 'JSXElement':
    case 'JSXEmptyExpression':
      return false;
    case 'JSXFragment':
      return nodesIn(node.children).some(mayBeText);
    case 'ConditionalExpression':
      return mayBeText(node.consequent) || mayBeText(node.alternate);
    case 'LogicalExpression':
      return mayBeText(node.right) || (node.operator !== '&&' && mayBeText(node.left));
    case 'Literal':
      return node.value !== null;
    case 'Identifier':
      return !elements.includes(String(node.name));
    case 'CallExpression': {
      // `list.map((one) => <li>…</li>)`
      const callback = nodesIn(node.arguments).at(-1);
      if (callback?.type === 'ArrowFunctionExpression') return mayBeText(callback.body);
      return mayBeText(node.callee);
    }
    default:
      return true;
  }
}

/** Returns the elements that hold a text beside other children, by the line of their start. */
function bareTexts(code: string): number[] {
  const found: number[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') {
      const children = nodesIn(value.children).filter(
        (child) => !/^\s*\n\s*$/.test(String(child.value ?? '')),
      );
      const isAlone = value.type === 'JSXElement' && children.length < 2;
      if (!isAlone && children.some(mayBeText))
        found.push(code.slice(0, Number(value.start)).split('\n').length);
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(code, { lang: 'tsx' }));
  return found;
}

function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const target of importsOf(file)) withImports(target, found);
  return found;
}

/** The components of the forms that run in the browser. */
const components = new Set(
  ['web/islands/bill-form.ts', 'web/islands/enquiry-form.ts']
    .flatMap((file) => [...withImports(file)])
    .filter((file) => file.endsWith('.tsx')),
);

// A browser's translation replaces each text by an element. React then fails when it removes the text, and changes a
// text that is no longer in the page. It sets the only text of an element anew.
test('no form that runs in the browser has a text beside other children of an element', () => {
  expect(components.size).toBeGreaterThan(10);
  const found = [...components].flatMap((file) =>
    bareTexts(texts.get(file) ?? '').map((line) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

// When a form is reset, Firefox replaces the children of an `output` by their text, and React then fails to remove them.
test('no form that runs in the browser has an output element', () => {
  expect([...components].filter((file) => /<output\b/.test(texts.get(file) ?? ''))).toEqual([]);
});
