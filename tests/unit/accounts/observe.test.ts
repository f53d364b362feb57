import type { LakeEnv } from 'content-lake';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { observe } from '../../../apps/accounts/observe.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['/v1/things/7', '/:version/things/:id'],
  ['/nothing/here', 'other'],
])('a request for %s is logged with the pattern of its route: %s', async (path, area) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const app = new Hono<LakeEnv>();
  app.use(observe);
  app.post('/:version/things/:id', (c) => c.body(null, 204));
  // As in the lake, handlers of all paths come after some routes.
  app.use('/*', (_, next) => next());
  app.all('*', (c) => c.notFound());
  await app.request(path, { method: 'POST' });
  expect(printed.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual(
    expect.objectContaining({ message: 'request', area }),
  );
});
