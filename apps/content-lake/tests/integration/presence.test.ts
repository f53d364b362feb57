import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { sharedLake } from './lake.ts';

const lake = await sharedLake();
const token = lake.token('administrator');
const viewer = lake.token('viewer');

const message = z.looseObject({
  id: z.string().nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
  method: z.string().optional(),
  params: z.object({ subscription: z.string(), result: z.record(z.string(), z.unknown()) }).optional(),
});

type Options = { path?: string; headers?: Record<string, string>; bearer?: string };
const open: Peer[] = [];
afterEach(() => {
  for (const peer of open.splice(0)) peer.socket.terminate();
});

/** The presence connection of a Studio. */
class Peer {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  readonly closed: Promise<number>;
  #id = 0;

  constructor({ path = '/v1/socket/production', headers = {}, bearer = token }: Options = {}) {
    const authorization = `Bearer ${bearer}`;
    const all = bearer ? { authorization, ...headers } : headers;
    this.socket = new WebSocket(`${lake.url.replace('http', 'ws')}${path}`, { headers: all });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('message', (data) => this.texts.push(data.toString()));
    open.push(this);
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject));
  }

  messages() {
    return this.texts.filter((text) => text.startsWith('{')).map((text) => message.parse(JSON.parse(text)));
  }

  /** Messages of other clients. */
  events() {
    return this.messages().flatMap(({ method, params }) =>
      method === 'presence_subscription' && params ? [params.result] : [],
    );
  }

  async call(method: string, params: Record<string, unknown> = {}) {
    this.#id += 1;
    const id = String(this.#id);
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, apiVersion: 'v1' } }));
    const response = () => this.messages().find((one) => one.id === id);
    await expect.poll(response, { interval: 10 }).toBeDefined();
    return response();
  }

  async joined(): Promise<this> {
    await this.opened();
    expect(await this.call('presence_subscribe')).toMatchObject({ result: expect.any(String) });
    return this;
  }
}

test("two Studios receive each other's arrival, location and departure", async () => {
  const [first, second] = await Promise.all([new Peer().joined(), new Peer({ bearer: viewer }).joined()]);
  await first.call('presence_rollcall', { session: 'tab-1' });
  const locations = [
    { type: 'document', documentId: 'about', path: ['title'], lastActiveAt: '2026-01-01T00:00:00Z' },
  ];
  await first.call('presence_announce', { data: { sessionId: 'tab-1', locations } });
  await expect.poll(() => second.events()).toHaveLength(2);
  expect(second.events()).toEqual([
    { type: 'rollCall', i: expect.any(String), session: 'tab-1' },
    { type: 'state', i: expect.any(String), m: { sessionId: 'tab-1', locations } },
  ]);
  first.socket.terminate();
  await expect
    .poll(() => second.events().at(-1))
    .toMatchObject({ type: 'disconnect', m: { session: 'tab-1' } });
  expect(first.events()).toEqual([]);
});

test('a Studio that unsubscribes or disconnects receives nothing afterwards', async () => {
  const [first, second] = await Promise.all([new Peer().joined(), new Peer().joined()]);
  await first.call('presence_rollcall', { session: 'tab-1' });
  await first.call('presence_disconnect', { session: 'tab-1' });
  await expect.poll(() => second.events()).toHaveLength(2);
  const subscriptionId = second.messages().find(({ params }) => params)?.params?.subscription;
  await second.call('presence_unsubscribe', { subscriptionId });
  await first.call('presence_rollcall', { session: 'tab-2' });
  await first.call('presence_rollcall', { session: 'tab-3' });
  expect(second.events()).toHaveLength(2);
});

test('the host name of the project leads to the same dataset', async () => {
  const host = `local.localhost:${lake.port}`;
  const [first, second] = await Promise.all([new Peer().joined(), new Peer({ headers: { host } }).joined()]);
  await first.call('presence_rollcall', { session: 'tab-1' });
  await expect.poll(() => second.events()).toHaveLength(1);
});

test.each([
  ['a page of another site', { headers: { origin: 'https://evil.example' } }],
  ['another name for this machine', { headers: { host: 'evil.example' } }],
  ['a dataset that does not exist', { path: '/v1/socket/nope' }],
  ['another address', { path: '/v1/other/production' }],
])('refuses %s', async (_what, options) => {
  await expect(new Peer(options).opened()).rejects.toThrow(/Unexpected server response: 4(03|04|21)/);
});

test('accepts the Studio’s own origin', async () => {
  await new Peer({ headers: { origin: lake.siteUrl } }).joined();
});

test('a page without a session sends its token first', async () => {
  const peer = new Peer({ bearer: '', headers: { origin: lake.siteUrl } });
  await peer.opened();
  expect(await peer.call('authorization', { authorization: `Bearer ${viewer}` })).toMatchObject({
    result: 'ok',
  });
  await peer.call('presence_subscribe');
  const other = await new Peer().joined();
  await other.call('presence_rollcall', { session: 'tab-1' });
  await expect.poll(() => peer.events()).toHaveLength(1);
});

test.each([
  ['authorization', { authorization: 'Bearer skwrong' }],
  ['presence_subscribe', {}],
])('a page that sends %s %j first is disconnected', async (method, params) => {
  const peer = new Peer({ bearer: '', headers: { origin: lake.siteUrl } });
  await peer.opened();
  peer.socket.send(JSON.stringify({ jsonrpc: '2.0', id: '1', method, params }));
  expect(await peer.closed).toBe(4001);
  expect(peer.texts).toEqual([]);
});

test.each(['', 'skwrong'])('a connection with the token %j is refused', async (bearer) => {
  await expect(new Peer({ bearer }).opened()).rejects.toThrow('401');
});

test('invalid messages get an error and do not end the connection', async () => {
  const [peer, listener] = await Promise.all([new Peer().joined(), new Peer().joined()]);
  peer.socket.send('not json');
  peer.socket.send('[]');
  peer.socket.send(Buffer.from([0, 1, 2]), { binary: true });
  expect(await peer.call('no_such_method')).toMatchObject({ error: { code: -32601 } });
  expect(await peer.call('presence_rollcall', { session: '' })).toMatchObject({ error: { code: -32602 } });
  expect(
    await peer.call('presence_announce', { data: { sessionId: 'x', locations: 'everywhere' } }),
  ).toMatchObject({
    error: { code: -32602 },
  });
  expect(peer.messages().filter(({ id, error }) => id === null && error)).toHaveLength(3);
  expect(await peer.call('presence_rollcall', { session: 'fine' })).toMatchObject({ result: 'ok' });
  await expect.poll(() => listener.events()).toHaveLength(1);
  peer.socket.send('x'.repeat(100_000));
  expect(await peer.closed).toBe(1009);
  expect(await (await fetch(`${lake.url}/v1/ping`)).json()).toEqual({});
});
