import { expect, test } from 'vitest';
import { wellFormedPath } from '#web/delivery/well-formed-paths.ts';

test.each([
  ['/about', '/about'],
  ['/a%20b?x=%zz', '/a%20b?x=%zz'],
  ['/100%', '/100%25'],
  ['/%zz/%41', '/%25zz/%41'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/%ff?a=1?b', '/%25ff?a=1?b'],
  ['/%E0%A4%A6', '/%E0%A4%A6'],
])('%s becomes %s', (url, path) => {
  expect(wellFormedPath(url)).toBe(path);
  expect(() => decodeURIComponent(wellFormedPath(url).split('?')[0] ?? '')).not.toThrow();
});
