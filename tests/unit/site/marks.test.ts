import { expect, test } from 'vitest';
import { schemaTypes } from '#schemas/index.ts';
import { madeOf, mark, plain } from '#web/preview/marks.ts';

type Field = { name: string; type: string; fields?: Field[]; of?: Field[]; options?: { list?: unknown } };

/** Fields whose value an editor chooses from a list. */
const choicesOf = (field: Field): string[] => [
  ...(field.type === 'string' && field.options?.list ? [field.name] : []),
  ...[...(field.fields ?? []), ...(field.of ?? [])].flatMap(choicesOf),
];

test('what code compares and looks up is not marked in previews, while words are', () => {
  const types: Field[] = JSON.parse(JSON.stringify(schemaTypes));
  // Shown as it is chosen.
  const choices = types.flatMap(choicesOf).filter((name) => name !== 'jobType' && name !== 'days');
  expect(choices).toContain('style');
  const document = {
    _id: 'a',
    _type: 'page',
    ...Object.fromEntries(choices.map((name) => [name, 'chosen'])),
  };
  expect(mark(document)).toEqual(document);
  const { title } = mark({ _id: 'a', _type: 'page', title: 'Words' });
  expect(title).not.toBe('Words');
  expect(plain(title)).toBe('Words');
});

test('a text that is made of another is marked like it', () => {
  const { date } = mark({ _id: 'a', _type: 'article', date: '2026-01-31' });
  const made = madeOf(date, (text) => `the day ${text}`);
  expect(plain(made)).toBe('the day 2026-01-31');
  expect([...made][0]).toBe([...date][0]);
  expect(madeOf('2026-01-31', (text) => `the day ${text}`)).toBe('the day 2026-01-31');
});
