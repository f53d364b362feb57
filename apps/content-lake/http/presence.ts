import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Lake } from '../lake.ts';
import { type Authenticate, serveConnection } from '../presence/connection.ts';
import { PresenceHub } from '../presence/hub.ts';
import { isAllowedOrigin, isOwnHost } from './origins.ts';

/** Locations are paths; a message larger than this is not one of the Studio's. */
const maxMessageBytes = 64 * 1024;
const maxConnections = 500;

/** Serves presence (`/vX/socket/<dataset>`) on all ports of a lake. Returns a function that closes every connection. */
export function attachPresence(servers: Server[], lake: Lake): () => void {
  const hub = new PresenceHub();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const authenticate: Authenticate = (header) => lake.control.credentials.bearer(header)?.id;

  function upgrade(request: IncomingMessage, connection: Duplex, head: Buffer) {
    // Without a listener a client that hangs up in the middle of the handshake would end the process.
    connection.on('error', () => connection.destroy());
    const dataset = /^\/v[^/]+\/socket\/([a-z0-9_-]{1,64})(?:\?.*)?$/.exec(request.url ?? '')?.[1];
    const error = errorFor(request, dataset);
    if (error || !dataset)
      return connection.end(`HTTP/1.1 ${error}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    const { authorization } = request.headers;
    sockets.handleUpgrade(request, connection, head, (socket) =>
      serveConnection(socket, hub, dataset, authenticate, authorization),
    );
  }

  /** The status line of an error, or undefined: the same checks of host and origin as for every other request. */
  function errorFor({ headers: { host, origin } }: IncomingMessage, dataset = ''): string | undefined {
    if (!isOwnHost(host, lake.config.port)) return '421 Misdirected Request';
    if (origin !== undefined && !isAllowedOrigin(origin, lake.config)) return '403 Forbidden';
    if (!lake.datasets.has(dataset)) return '404 Not Found';
    return hub.size >= maxConnections ? '503 Service Unavailable' : undefined;
  }

  for (const server of servers) server.on('upgrade', upgrade);
  return () => {
    for (const server of servers) server.off('upgrade', upgrade);
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}
