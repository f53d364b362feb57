import { expect, test } from 'vitest';
import { readInitials } from '#web/components/person/person.tsx';

test.each([
  ['Asha Rao', 'AR'],
  ['Layla bint Ahmed Haddad', 'LH'],
  ['Prakash', 'P'],
  ['  meera  nair ', 'MN'],
  ['ऋचा शर्मा', 'ऋश'],
  ['ليلى', 'ل'],
  ['', ''],
])('%s: %s', (name, initials) => {
  expect(readInitials(name)).toBe(initials);
});
