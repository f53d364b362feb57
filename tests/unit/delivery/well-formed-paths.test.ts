import { expect, test } from 'vitest';
import { addressFor } from '#web/delivery/well-formed-paths.ts';

test.each([
  ['/about', '/about'],
  ['/a%20b?x=%zz', '/a%20b?x=%zz'],
  ['/100%', '/100%25'],
  ['/%zz/%41', '/%25zz/%41'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/%ff?a=1?b', '/%25ff?a=1?b'],
  ['/%E0%A4%A6', '/%E0%A4%A6'],
])('%s becomes %s', (url, path) => {
  expect(addressFor('GET', url)).toBe(path);
  expect(() => decodeURIComponent(path.split('?')[0] ?? '')).not.toThrow();
});

test.each([
  ['POST', '/about', '/api/not-allowed'],
  ['DELETE', '/', '/api/not-allowed'],
  ['POST', '/apis', '/api/not-allowed'],
  ['POST', '/api/enquiry', '/api/enquiry'],
  ['HEAD', '/about', '/about'],
  ['GET', '/_error', '/404'],
  ['GET', '/index?x=1', '/404'],
  ['GET', '/index-of-cities', '/index-of-cities'],
  ['GET', '/500-words', '/500-words'],
])('%s %s leads to %s', (method, url, address) => {
  expect(addressFor(method, url)).toBe(address);
});
