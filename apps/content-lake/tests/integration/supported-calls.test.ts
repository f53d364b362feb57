import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');

/** Returns the rows of the README's table under a heading. */
function table(heading: string): [string, string][] {
  const section =
    read('README.md')
      .split(/^## /m)
      .find((one) => one.startsWith(heading)) ?? '';
  const rows = [...section.matchAll(/^\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, a = '', b = '']): [string, string] => [a, b],
  );
  return rows.slice(2);
}
const callsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, call = '']) => call);
const refused = table('Unsupported calls').flatMap(([what, calls]) =>
  callsIn(calls).map((call): [string, string] => [call, what]),
);

test('the README lists all refused calls', () => {
  const inCode = [...read('http/unsupported.ts').matchAll(/^ {2}('?)(.*)\1:\s+'(.*)',$/gm)].flatMap(
    ([, , what, calls = '']) => calls.split(', ').map((call) => [call, what]),
  );
  expect(refused).toEqual(inCode);
  expect(inCode.length).toBeGreaterThan(30);
});

test.each(refused)('%s is refused with the name of the feature: %s', async (call, what) => {
  const [method, address = ''] = call.startsWith('/') ? [undefined, call] : call.split(' ');
  const path = address
    .replace(':dataset', 'production')
    .replace(':name', 'production')
    .replace(':project', 'local')
    .replace('*', 'any/thing')
    .replace(/\?.*/, '$&=true&query=1');
  for (const one of method ? [method] : ['GET', 'POST'])
    for (const as of ['administrator', 'editor'] as const) {
      const response = await lake.request(`/v2025-02-19${path}`, { as, method: one });
      expect(response.status).toBe(path.includes('?') ? 400 : 404);
      expect(await response.json()).toMatchObject({
        message: expect.stringContaining(`${what}: not supported`),
      });
    }
});

/** Requests for each supported call, with the expected responses. */
const supported: Record<string, [path: string, holds: RegExp, body?: string][]> = {
  'GET`/`POST /data/query/:dataset': [
    ['/data/query/production?query=1', /"result":1,.*"syncTags"/],
    ['/data/query/production', /"result":2/, '{"query":"$a","params":{"a":2}}'],
  ],
  'GET /data/doc/:dataset/:ids': [['/data/doc/production/a,b', /"documents":\[\],"omitted":\[.*"existence"/]],
  'POST /data/mutate/:dataset': [
    [
      '/data/mutate/production',
      /"operation":"create"/,
      '{"mutations":[{"create":{"_id":"b","_type":"note"}}]}',
    ],
  ],
  'POST /data/actions/:dataset': [
    [
      '/data/actions/production',
      /"transactionId"/,
      '{"actions":[{"actionType":"sanity.action.document.create","publishedId":"c","attributes":{"_id":"drafts.c","_type":"note"},"ifExists":"fail"}]}',
    ],
  ],
  'GET /data/listen/:dataset': [['/data/listen/production?query=*', /event: welcome/]],
  'GET /data/live/events/:dataset': [['/data/live/events/production', /event: welcome/]],
  'GET /data/history/:dataset/…': [
    ['/data/history/production/transactions/b?excludeContent=true', /"documentIDs":\["b"\]/],
    ['/data/history/production/documents/b?lastRevision=true', /"_id":"b"/],
    ['/data/history/production/events/documents/b', /"events"/],
  ],
  'GET /data/export/:dataset': [['/data/export/production', /"_id":"drafts.c".*\n/]],
  'POST /assets/images/:dataset`, `/assets/files/:dataset': [
    [
      '/assets/images/production',
      /"sanity.imageAsset"/,
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    ],
    ['/assets/files/production', /"sanity.fileAsset"/, 'a'],
  ],
  'GET /ready': [['/ready', /"ready":true/]],
  '/auth/…`, `/users/…`, `/projects/…`, `/datasets/…': [
    ['/auth/id', /"id"/],
    ['/auth/providers', /"providers":\[\]/],
    ['/users/me', /"administrator"/],
    ['/projects/local', /"id":"local"/],
    ['/datasets', /"production"/],
  ],
};
/** Covered by other tests: assets, whose path has no version, and WebSockets. */
const elsewhere = [
  'GET /images/…`, `/files/…',
  'POST /mcp`, without a version',
  'WebSocket `/socket/:dataset',
  'WebSocket `/streams',
];

test('the README lists all supported calls', () => {
  const listed = table('Supported calls').map(([call]) => call.replace(/^`|`$/g, ''));
  expect(listed).toEqual(
    [...Object.keys(supported), ...elsewhere].sort((a, b) => listed.indexOf(a) - listed.indexOf(b)),
  );
});

test.each(Object.entries(supported))('%s responds as documented', async (_call, requests) => {
  for (const [path, holds, body] of requests) {
    const init = body === undefined ? {} : { method: 'POST', body };
    const response = await lake.request(`/v2025-02-19${path}`, { as: 'administrator', ...init });
    expect(response.status).toBe(200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; !holds.test(text); ) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) expect(text).toMatch(holds);
      text += value ?? '';
    }
    await reader?.cancel();
  }
});

test('an unsupported parameter that is false is not refused', async () => {
  const response = await lake.request(
    '/v1/data/query/production?query=1&resultSourceMap=false&explain=&tag=a',
  );
  expect(await response.json()).toMatchObject({ result: 1 });
});

test('answers the Studio, which asks each dataset for the name of its server', async () => {
  expect((await lake.request('/v1/data/ping/production')).status).toBe(204);
});
