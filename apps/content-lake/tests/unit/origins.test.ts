import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { proxiedClientAddress } from '../../http/origins.ts';

const config = readConfig({ CONTENT_LAKE_SITE_KEY: 'key of the site' });
const said = { 'x-client-address': '203.0.113.7' };

test.each([
  ['without a key', said, config],
  ['with another key of the same length', { ...said, 'x-lake-site-key': 'key of somebody' }, config],
  ['where no key is set', { ...said, 'x-lake-site-key': '' }, readConfig({})],
])('a client cannot claim an address: %s', (_how, headers, known) => {
  expect(proxiedClientAddress(new Headers(headers), known)).toBeUndefined();
});

test('the site passes the address of its client', () => {
  expect(proxiedClientAddress(new Headers({ ...said, 'x-lake-site-key': 'key of the site' }), config)).toBe(
    '203.0.113.7',
  );
});
