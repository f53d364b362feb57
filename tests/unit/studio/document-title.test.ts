import { evaluate, parse } from 'groq-js';
import { createSchema, isArraySchemaType, isReferenceSchemaType } from 'sanity';
import { expect, test } from 'vitest';
import { titleExpression, titleOf } from '#schemas/document-title.ts';
import { schemaTypes } from '#schemas/index.ts';

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

test('an item that refers to a document is named like the document', () => {
  const schema = createSchema({ name: 'test', types: schemaTypes });
  const titles = schemaTypes.flatMap(({ name }) => {
    const type = schema.get(name);
    const fields = type && 'fields' in type ? type.fields.map((field) => field.type) : [];
    return fields.flatMap((field) =>
      isArraySchemaType(field) ? field.of.filter(isReferenceSchemaType).map(({ title }) => title) : [],
    );
  });
  expect(titles).toContain('City page');
  expect(titles.filter((title) => title?.startsWith('Reference'))).toEqual([]);
});
