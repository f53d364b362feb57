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
  ['OPTIONS', '/about', '/api/not-allowed'],
  ['OPTIONS', '/api/enquiry', '/api/enquiry'],
  ['GET', '/_error', '/404'],
  ['GET', '/index?x=1', '/404'],
  ['GET', '/index-of-cities', '/index-of-cities'],
  ['GET', '/500-words', '/500-words'],
  ['GET', '/about%0A', '/404'],
  ['GET', '/a%0db?x=1', '/404'],
  ['GET', '/a%E2%80%A8b', '/404'],
  ['GET', '/a%e2%80%a9', '/404'],
  ['GET', '/about?x=%0A', '/about?x=%0A'],
  ['GET', '/a%250A', '/a%250A'],
])('%s %s leads to %s', (method, url, address) => {
  expect(addressFor(method, url)).toBe(address);
});
