import { expect, test } from 'vitest';
import { fillAllPlaceholders } from '#web/content/placeholders.ts';

test('placeholders are filled in texts, and not in ids, types and keys', () => {
  const given = {
    _id: '{agency}',
    _type: 'page',
    list: [{ _key: '{agency}', text: 'We are {agency} in {here}.' }],
  };
  expect(fillAllPlaceholders(given, { agency: 'Acme' })).toEqual({
    ...given,
    list: [{ _key: '{agency}', text: 'We are Acme in {here}.' }],
  });
});
