import { expect, test } from 'vitest';
import { fillAll } from '#web/content/placeholders.ts';

test('texts are filled, ids, types and keys are not', () => {
  const given = {
    _id: '{agency}',
    _type: 'page',
    list: [{ _key: '{agency}', text: 'We are {agency} in {here}.' }],
  };
  expect(fillAll(given, { agency: 'Acme' })).toEqual({
    ...given,
    list: [{ _key: '{agency}', text: 'We are Acme in {here}.' }],
  });
});
