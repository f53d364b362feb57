import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedLake } from './lake.ts';

const lake = await sharedLake();
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

test.each(['resultSourceMap', 'explain', 'variant', 'variantCondition'])(
  'a query with the parameter %s is refused, as its result would lack what was requested',
  async (parameter) => {
    const response = await lake.request(`/v1/data/query/production?query=1&${parameter}=true`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(parameter) });
  },
);

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
