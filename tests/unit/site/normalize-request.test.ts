import { expect, test } from 'vitest';
import { normalizedUrl } from '#web/edge/normalize-request.ts';

test.each([
  ['/about', '/about'],
  ['/a%20b?x=%zz', '/a%20b?x=%zz'],
  ['/100%', '/100%25'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/%ff?a=1?b', '/%25ff?a=1?b'],
  ['/%E0%A4%A6', '/%E0%A4%A6'],
])('%s becomes %s', (url, path) => {
  expect(normalizedUrl(url)).toBe(path);
  expect(() => decodeURIComponent(path.split('?')[0] ?? '')).not.toThrow();
});

test.each([
  ['/_error', '/404'],
  ['/index?x=1', '/404'],
  ['/index-of-cities', '/index-of-cities'],
  ['/about%0A', '/404'],
  ['/a%E2%80%A8b', '/404'],
  ['/a%e2%80%a9', '/404'],
  ['/about?x=%0A', '/about?x=%0A'],
  ['/a%250A', '/a%250A'],
  ['http://evil.example/about?x=1', '/about?x=1'],
  ['http://evil.example', '/404'],
  ['*', '/404'],
])('%s is passed on as %s', (url, address) => {
  expect(normalizedUrl(url)).toBe(address);
});
