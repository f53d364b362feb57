import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { LakeProxy } from '#web/edge/proxy-to-lake.ts';
import { listen } from '../../support/listen.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Returns the address of a site in front of a lake that repeats the path and headers of requests. */
async function siteWithLake() {
  const apiHost = await serve((request, response) => {
    response.end(JSON.stringify({ path: request.url, headers: request.headers }));
  });
  const unused = { dataset: '', projectId: '', readToken: undefined, webhookSecret: undefined };
  const sanity = { ...unused, apiHost, siteKey: 'the-key' };
  const { handle } = new LakeProxy({ sanity, trustProxy: false });
  return serve((request, response) => handle(request, response, () => response.writeHead(404).end('{}')));
}

test.each([
  ['/lake/v1/data', '/v1/data'],
  ['/staff/sign-in', '/staff/sign-in'],
])('the lake gets %s as %s, with the key and the address that the site knows', async (path, expected) => {
  const invented = { 'x-lake-site-key': 'guess', 'x-client-address': '203.0.113.7' };
  const forwarded = { 'x-forwarded-for': '203.0.113.8' };
  const response = await fetch((await siteWithLake()) + path, { headers: { ...invented, ...forwarded } });
  expect(await response.json()).toMatchObject({
    path: expected,
    headers: { 'x-lake-site-key': 'the-key', 'x-client-address': '127.0.0.1' },
  });
});

test('other paths are not for the lake', async () => {
  expect((await fetch(`${await siteWithLake()}/lakeside`)).status).toBe(404);
});
