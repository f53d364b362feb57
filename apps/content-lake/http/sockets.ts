import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { authenticate, whenSignedOut } from '../access/authenticate.ts';
import { anonymous, type Principal } from '../access/principal.ts';
import { json } from '../json.ts';
import type { Lake } from '../lake.ts';
import { PresenceConnection } from '../presence/connection.ts';
import { encode, readCall } from '../presence/protocol.ts';
import { kilobyte, second } from '../units.ts';
import { crossSiteError, originError, proxiedClientAddress } from './origins.ts';
import type { LakeApp } from './request.ts';

/** The Studio's messages are paths, and queries of at most 15 kB. */
const maxMessageBytes = 64 * kilobyte;
const maxConnections = 500;
/** Allows for an office behind one address. */
const maxPerClient = 100;
/** Time within which a page must send its token. */
const tokenTimeout = 5 * second;
/** Close code that Sanity uses. */
const sessionEnded = 4001;

const pathPattern = /^\/v[^/]+\/(?:streams|socket\/([a-z0-9_-]{1,64}))(?:\?.*)?$/;

/** Streams of one connection; a Studio tab has about ten. */
const maxStreams = 100;

/** Returns whether a path is a stream's as it will be routed, without `..`. */
const isStream = (path: string) =>
  path.startsWith('/') &&
  /^\/v[^/]+\/data\/(?:listen|live\/events)\//.test(new URL(`http://lake${path}`).pathname);

const message = json.pipe(
  z.strictObject({
    id: z.int().nonnegative(),
    /** Path of the stream to open. A message without a path ends the stream `id`. */
    open: z.string().refine(isStream).optional(),
    authorization: z.string().optional(),
    lastEventId: z.string().optional(),
  }),
);

/** Serves presence (`/vX/socket/<dataset>`) and event streams (`/vX/streams`) over WebSockets. */
export class Sockets {
  readonly #app: LakeApp;
  readonly #lake: Lake;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  readonly #members = new Set<PresenceConnection>();
  readonly #clients = new WeakMap<WebSocket, string>();

  constructor(server: Server, app: LakeApp, lake: Lake) {
    this.#app = app;
    this.#lake = lake;
    server.on('upgrade', (request, connection, head) => this.#upgrade(request, connection, head));
  }

  #upgrade(request: IncomingMessage, connection: Duplex, head: Buffer) {
    // Without a listener, a client that disconnects during the handshake would crash the process.
    connection.on('error', () => connection.destroy());
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const [path, dataset] = pathPattern.exec(request.url ?? '') ?? [];
    const principal = authenticate(this.#lake, 'GET', headers) ?? anonymous;
    const proxiedClient = proxiedClientAddress(headers, this.#lake.config);
    // All anonymous connections through the site count as one client.
    const client = proxiedClient && principal === anonymous ? 'anonymous' : proxiedClient;
    const exists = path && (!dataset || this.#lake.datasets.has(dataset));
    const needsToken = dataset && principal === anonymous;
    // Browsers cannot add a token to a WebSocket request, so pages of other origins send it as the first message.
    const sendsTokenLater =
      headers.has('origin') && !headers.has('authorization') && proxiedClient === undefined;
    const status =
      (originError(headers, this.#lake.config) ?? crossSiteError(headers))?.status ??
      (!exists ? 404 : needsToken && !sendsTokenLater ? 401 : this.#isFull(client) ? 503 : undefined);
    if (status)
      return connection.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    this.#server.handleUpgrade(request, connection, head, (socket) => {
      if (client) this.#clients.set(socket, client);
      if (!dataset) serveStreams(socket, this.#app, headers);
      else if (needsToken) this.#awaitToken(socket, dataset);
      else this.#servePresence(socket, dataset, principal);
    });
  }

  close() {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #servePresence(socket: WebSocket, dataset: string, principal: Principal) {
    new PresenceConnection(socket, this.#members, dataset, principal.id);
    const end = () => socket.close(sessionEnded, 'The session has ended');
    socket.once('close', whenSignedOut(this.#lake, principal, end));
  }

  /** Serves presence once the first message has a valid token. Any other message ends the connection. */
  #awaitToken(socket: WebSocket, dataset: string) {
    const refuse = () => socket.close(sessionEnded, 'The first message must be a valid token');
    const timer = setTimeout(refuse, tokenTimeout);
    socket.once('close', () => clearTimeout(timer));
    // The "close" event, which always follows, does the cleanup.
    socket.on('error', () => undefined);
    socket.once('message', (data) => {
      clearTimeout(timer);
      const { id, call } = readCall(data.toString());
      const authorization = call?.method === 'authorization' ? call.params.authorization : '';
      const principal = this.#lake.control.credentials.ofBearerHeader(authorization);
      if (!principal) return refuse();
      this.#servePresence(socket, dataset, principal);
      socket.send(encode({ id, result: 'ok' }));
    });
  }

  #isFull(client: string | undefined): boolean {
    const { clients } = this.#server;
    const ofClient = [...clients].filter((one) => client && this.#clients.get(one) === client);
    return clients.size >= maxConnections || ofClient.length >= maxPerClient;
  }
}

/** Multiplexes event streams, as the Studio needs more than the six HTTP/1.1 connections that browsers open to a host. */
function serveStreams(socket: WebSocket, app: LakeApp, upgrade: Headers) {
  const streams = new Map<number, AbortController>();

  /** Sends `{id, status}`, `{id, text}` or `{id, end}`. Resolves when sent, so that streams wait for slow clients. */
  const send = (response: object) =>
    new Promise<void>((resolve, reject) => {
      socket.send(JSON.stringify(response), (error) => (error ? reject(error) : resolve()));
    });

  async function pipeStream(id: number, path: string, headers: Headers, signal: AbortSignal) {
    const { status, body } = await app.request(path, { headers });
    const sink = { start: () => send({ id, status }), write: (text: string) => send({ id, text }) };
    await body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream(sink), { signal });
  }

  socket.on('message', (data) => {
    const request = message.safeParse(data.toString()).data;
    if (!request) return socket.close(1008, 'Invalid message');
    const { id, open, authorization, lastEventId } = request;
    if (open === undefined) return streams.get(id)?.abort();
    if (streams.has(id) || streams.size >= maxStreams) return socket.close(1008, 'Too many streams');
    const headers = new Headers(upgrade);
    if (authorization) headers.set('authorization', authorization);
    if (lastEventId) headers.set('last-event-id', lastEventId);
    const ending = new AbortController();
    streams.set(id, ending);
    // A closed socket needs no response.
    return pipeStream(id, open, headers, ending.signal)
      .catch(() => undefined)
      .then(() => {
        streams.delete(id);
        return send({ id, end: true });
      })
      .catch(() => undefined);
  });
  // The "close" event, which always follows, does the cleanup.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const ending of streams.values()) ending.abort();
  });
}
