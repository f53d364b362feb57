import { expect, test } from 'vitest';
import { readSettings } from '#settings';
import { clientAddress, clientAddressReader } from '#web/http/client-address.ts';

const trustProxy = (TRUST_PROXY: string) => readSettings({ TRUST_PROXY }).trustProxy;

const chain = 'loopback,private,203.0.113.0/24,2001:db8:cd::/48';

test.each([
  ['nobody is believed', 'false', '198.51.100.1', '127.0.0.1'],
  ['nobody is believed, and nothing is said', 'false', undefined, '127.0.0.1'],
  ['one proxy adds the last entry', 'true', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
  ['one proxy says nothing', 'true', undefined, '127.0.0.1'],
  ['one proxy, IPv4 with a port', 'true', '198.51.100.1:50123', '198.51.100.1'],
  ['one proxy, IPv6 with a port', 'true', '[2001:db8::1]:443', '2001:db8::1'],
  ['one proxy, IPv4 within IPv6', 'true', '::ffff:198.51.100.1', '198.51.100.1'],
  ['one proxy, a zone', 'true', 'fe80::1%eth0', 'fe80::1'],
  ['one proxy, no address', 'true', '198.51.100.1, unknown', '127.0.0.1'],
  ['one proxy, an odd spelling of an address', 'true', '0x7f.1', '127.0.0.1'],
  ['one proxy, an empty entry', 'true', '198.51.100.1,', '127.0.0.1'],
  ['nginx', chain, '198.51.100.1', '198.51.100.1'],
  ['nginx behind a CDN', chain, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['a CDN that writes ports', chain, '198.51.100.1:1, 203.0.113.9:2, 10.0.0.1:3', '198.51.100.1'],
  ['a client’s own entries', chain, '192.0.2.1, 10.0.0.1, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['a client that wrote garbage', chain, '<script>, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['a CDN that does not know', chain, '192.0.2.1, unknown, 203.0.113.9', '203.0.113.9'],
  ['proxies alone', chain, '10.0.0.7, 203.0.113.9', '10.0.0.7'],
  ['a connection from elsewhere', '203.0.113.0/24', '198.51.100.1', '127.0.0.1'],
])('%s', (_what, setting, forwarded, client) => {
  expect(clientAddressReader(trustProxy(setting))('127.0.0.1', forwarded ?? '')).toBe(client);
});

test('a connection from IPv4 within IPv6, or a closed one', () => {
  expect(clientAddressReader(['loopback'])('::ffff:127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  expect(clientAddressReader(false)(undefined, '198.51.100.1')).toBe('unknown');
});

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['192.0.2.66,198.51.100.1', '198.51.100.1'],
  [undefined, 'unknown'],
])('in a route, with the header %j', (forwarded, expected) => {
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });
  expect(clientAddress(headers)).toBe(expected);
});
