import { expect, test } from 'vitest';
import { placeholderValues } from '#schemas/placeholders.ts';
import { fillAllPlaceholders } from '#web/content/placeholders.ts';

test('a text has words for India and, if the reader chose it, for the Gulf', () => {
  const given = { text: 'Pay {by {method} in {city}|in dirhams}{| by bank}; {a|b|c} stays.' };
  const values = { method: 'UPI' };
  expect(fillAllPlaceholders(given, values).text).toBe('Pay by UPI in {city}; {a|b|c} stays.');
  const inGulf = { ...values, ...placeholderValues({ gulf: {} }) };
  expect(fillAllPlaceholders(given, inGulf).text).toBe('Pay in dirhams by bank; {a|b|c} stays.');
});

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
