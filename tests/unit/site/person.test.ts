import { expect, test } from 'vitest';
import { initialsOf } from '#web/components/person/person.tsx';

test.each([
  ['Asha Rao', 'AR'],
  ['Layla bint Ahmed Haddad', 'LH'],
  ['Prakash', 'P'],
  ['  meera  nair ', 'MN'],
  ['ऋचा शर्मा', 'ऋश'],
  ['ليلى', 'ل'],
  ['', ''],
])('%s: %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
