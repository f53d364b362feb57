import { expect, test } from 'vitest';
import { files, read } from './imports.ts';

const contracts = files.filter((file) => /^web\/contracts\/[\w-]+\.ts$/.test(file));
const modules = import.meta.glob<Record<string, unknown>>('../../../web/contracts/*.ts', { eager: true });
const exported = Object.assign({}, ...Object.values(modules));

/** Evaluates the code of an example with the exports of all contracts. */
const evaluate = (code: string): unknown =>
  new Function(...Object.keys(exported), `return (${code})`)(...Object.values(exported));

/** Examples as `@example addDays('2026-03-31', 1) // '2026-04-01'`. */
const examples = contracts.flatMap((file) =>
  Array.from(read(file).matchAll(/@example (.+) \/\/ (.+?)(?: \*\/)?$/gm), ([, call = '', result = '']) => ({
    call,
    result,
  })),
);

test.each(examples)('the example $call results in $result', ({ call, result }) =>
  expect(evaluate(call)).toEqual(evaluate(result)),
);

test('every public function of the contracts has an example', () => {
  const called = examples.map(({ call }) => call.split('(')[0]);
  const functions = Object.entries(exported).filter(([, value]) => typeof value === 'function');
  expect(functions.map(([name]) => name).filter((name) => !called.includes(name))).toEqual([]);
});
