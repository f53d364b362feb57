import { expect, test } from 'vitest';
import { toResponse } from '#web/http/api-response.ts';
import { readBody } from '#web/http/body.ts';

test.each([
  [503, true],
  [500, false],
  [200, false],
])('a response with status %d says when to try again: %s', (status, expected) => {
  const { headers } = toResponse({ status, body: {} });
  expect(headers.has('retry-after')).toBe(expected);
  expect(headers.get('cache-control')).toBe('no-store');
});

const json = { 'content-type': 'application/json' };
const post = (headers: Record<string, string>) =>
  readBody(new Request('http://site/api/x', { method: 'POST', body: '{"a":1}', headers }), 100, 'json');

test.each([
  json,
  { 'content-type': 'Application/JSON; charset="UTF-8"' },
  { ...json, 'content-encoding': 'identity' },
])('a body with the headers %j is read', async (headers) => {
  expect(String(await post(headers))).toBe('{"a":1}');
});

test.each([
  { ...json, 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;charset="iso-8859-1"' },
  { 'content-type': 'application/json, text/plain' },
  { 'content-type': 'text/plain' },
])('a body with the headers %j is refused', async (headers) => {
  expect(await post(headers)).toMatchObject({ status: 415 });
});
