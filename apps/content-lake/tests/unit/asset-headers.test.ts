import { expect, test } from 'vitest';
import { headersOf } from '../../assets/delivery.ts';

test('a browser neither runs scripts of an uploaded file nor guesses its type', () => {
  const headers = headersOf(new Request('http://localhost/files/page.html'), 'text/html', 'hash');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});
