import { parse } from 'groq-js';
import { expect, test } from 'vitest';
import { Evaluation } from '../../query/evaluation.ts';
import { memoryLimit } from '../../query/memory-limit.ts';
import { plan } from '../../query/planner.ts';
import { View } from '../../query/view.ts';

const stamp = {
  _type: 'page',
  _rev: 'r',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
};

function evaluate(query: string, documents: number): unknown {
  const view = new View();
  for (let n = 0; n < documents; n++) view.put({ _id: `page-${n}`, ...stamp });
  const context = { params: {}, identity: 'me', sanity: { projectId: 'p', dataset: 'd' } };
  return new Evaluation(plan(parse(query), 'mark-', {}), 'mark-', view, context).run();
}

test('a query whose result grows is stopped by its memory limit before its time limit', () => {
  const everything = '*{"a": *{"b": *{"c": ^._id}}}';
  expect(evaluate(everything, 20)).toHaveLength(20);
  expect(() => evaluate(everything, 200)).toThrow('The query needs too much memory');
});

test('released memory does not count', () => {
  const check = memoryLimit();
  let texts: string[] = [];
  for (let n = 0; n < 5_000_000; n++) {
    if (n % 100_000 === 0) texts = [];
    texts.push(`Text ${n} of a query`);
    check();
  }
  expect(texts).toHaveLength(100_000);
});
