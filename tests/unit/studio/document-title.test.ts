import { evaluate, parse } from 'groq-js';
import { expect, test } from 'vitest';
import { titleExpression, titleOf } from '#schemas/document-title.ts';

test.each([
  [{ title: 'About us', name: 'No' }, 'About us'],
  [{ name: 'Gurugram' }, 'Gurugram'],
  [{ person: 'Asha Verma', from: '/no' }, 'Asha Verma'],
  [{ from: '/old' }, '/old'],
])('queries and code read the same title of %j', async (fields, title) => {
  const document = { _id: 'a', ...fields };
  expect(titleOf(document)).toBe(title);
  expect(await (await evaluate(parse(titleExpression), { root: document })).get()).toBe(title);
});

test('a document without a title has its id', () => {
  expect(titleOf({ _id: 'a' })).toBe('a');
});
