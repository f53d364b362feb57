import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { authenticate, whenSignedOut } from '../access/authenticate.ts';
import { anonymous, type Principal } from '../access/principal.ts';
import { json } from '../json.ts';
import type { Lake } from '../lake.ts';
import { type Member, serveConnection } from '../presence/connection.ts';
import { encode, readCall } from '../presence/protocol.ts';
import { crossSiteError, originError, proxiedClientAddress } from './origins.ts';
import type { LakeApp } from './request.ts';

/** The Studio's messages are smaller: paths, and queries of at most 15 kB. */
const maxMessageBytes = 64 * 1024;
const maxConnections = 500;
/** Enough for an office behind one address. */
const maxPerClient = 100;
/** Milliseconds in which a page sends its token. */
const tokenTimeout = 5000;
/** Sanity's own code. */
const sessionEnded = 4001;

const pathPattern = /^\/v[^/]+\/(?:streams|socket\/([a-z0-9_-]{1,64}))(?:\?.*)?$/;

/** Streams of one connection; a Studio tab has about ten. */
const maxStreams = 100;

const message = json.pipe(
  z.strictObject({
    id: z.int().nonnegative(),
    /** Path of the stream to open; without it, stream `id` ends. */
    open: z
      .string()
      .regex(/^\/v[^/]+\/data\/(?:listen|live\/events)\//)
      .optional(),
    authorization: z.string().optional(),
    lastEventId: z.string().optional(),
  }),
);

/** Serves presence (`/vX/socket/<dataset>`) and event streams (`/vX/streams`). Returns what closes every connection. */
export function attachSockets(server: Server, app: LakeApp, lake: Lake): () => void {
  const members = new Set<Member>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const clients = new WeakMap<WebSocket, string>();

  function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer) {
    // Without a listener, a client that disconnects during the handshake would crash the process.
    connection.on('error', () => connection.destroy());
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const [address, dataset] = pathPattern.exec(request.url ?? '') ?? [];
    const principal = authenticate(lake, 'GET', headers) ?? anonymous;
    const proxiedClient = proxiedClientAddress(headers, lake.config);
    // All anonymous connections count as one client.
    const client = proxiedClient && principal === anonymous ? 'strangers' : proxiedClient;
    const exists = address && (!dataset || lake.datasets.has(dataset));
    const needsToken = dataset && principal === anonymous;
    // Pages cannot send a token along: those of another origin, without a session, send it first.
    const sendsTokenLater =
      headers.has('origin') && !headers.has('authorization') && proxiedClient === undefined;
    const status =
      (originError(headers, lake.config) ?? crossSiteError(headers))?.status ??
      (!exists ? 404 : needsToken && !sendsTokenLater ? 401 : isFull(client) ? 503 : undefined);
    if (status)
      return connection.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, connection, head, (socket) => {
      if (client) clients.set(socket, client);
      if (!dataset) return serveStreams(socket, app, headers);
      if (needsToken) return awaitToken(socket, (known) => join(socket, dataset, known));
      join(socket, dataset, principal);
    });
  }

  function join(socket: WebSocket, dataset: string, principal: Principal) {
    serveConnection(socket, members, dataset, principal.id);
    const end = () => socket.close(sessionEnded, 'The session has ended');
    socket.once('close', whenSignedOut(lake, principal, end));
  }

  /** Calls `known` once the first message says a valid token; any other ends the connection. */
  function awaitToken(socket: WebSocket, onAuthenticated: (principal: Principal) => void) {
    const refuse = () => socket.close(sessionEnded, 'A valid token has to come first');
    const timer = setTimeout(refuse, tokenTimeout);
    socket.once('close', () => clearTimeout(timer));
    // Handled on "close", which follows.
    socket.on('error', () => undefined);
    socket.once('message', (data) => {
      clearTimeout(timer);
      const { id, call } = readCall(data.toString());
      const authorization = call?.method === 'authorization' ? call.params.authorization : '';
      const principal = lake.control.credentials.ofBearerHeader(authorization);
      if (!principal) return refuse();
      onAuthenticated(principal);
      socket.send(encode({ id, result: 'ok' }));
    });
  }

  function isFull(client: string | undefined): boolean {
    const ofClient = [...sockets.clients].filter((one) => client && clients.get(one) === client);
    return sockets.clients.size >= maxConnections || ofClient.length >= maxPerClient;
  }

  server.on('upgrade', upgrade);
  return () => {
    server.off('upgrade', upgrade);
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}

/** Multiplexes event streams: browsers open six HTTP/1.1 connections to a host, and the Studio needs more streams. */
function serveStreams(socket: WebSocket, app: LakeApp, upgrade: Headers) {
  const streams = new Map<number, AbortController>();

  /** Sends `{id, status}`, `{id, text}` and `{id, end}`. Resolves when sent, so that streams wait for slow clients. */
  const send = (answer: object) =>
    new Promise<void>((resolve, reject) => {
      socket.send(JSON.stringify(answer), (error) => (error ? reject(error) : resolve()));
    });

  async function pipeStream(id: number, path: string, headers: Headers, signal: AbortSignal) {
    const { status, body } = await app.request(path, { headers });
    const sink = { start: () => send({ id, status }), write: (text: string) => send({ id, text }) };
    await body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream(sink), { signal });
  }

  socket.on('message', (data) => {
    const request = message.safeParse(data.toString()).data;
    if (!request) return socket.close(1008, 'Not understood');
    const { id, open, authorization, lastEventId } = request;
    if (open === undefined) return streams.get(id)?.abort();
    if (streams.has(id) || streams.size >= maxStreams) return socket.close(1008, 'Too many streams');
    const headers = new Headers(upgrade);
    if (authorization) headers.set('authorization', authorization);
    if (lastEventId) headers.set('last-event-id', lastEventId);
    const ending = new AbortController();
    streams.set(id, ending);
    // A closed socket needs no answer.
    return pipeStream(id, open, headers, ending.signal)
      .catch(() => undefined)
      .then(() => {
        streams.delete(id);
        return send({ id, end: true });
      })
      .catch(() => undefined);
  });
  // Handled on "close", which follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const ending of streams.values()) ending.abort();
  });
}
