import { createServer, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import next from 'next';
import { edge } from './edge/edge.ts';
import { passToLake } from './edge/pass-to-lake.ts';
import { siteSettings } from './env.ts';

/**
 * The site as `npm start` runs it: Next with the edge in front (`edge/edge.ts`). Next's own `next start`, standalone
 * output and platforms serve the same pages without it, slower and with Next's inert scripts in them.
 */
const { port, host, trustProxy, siteUrl, sanity } = siteSettings();
const lake = passToLake({ sanity, trustProxy });
const server = createServer({
  // Nobody can hold connections open with a request that never ends: the edge ends slow bodies (`edge/body-deadline.ts`).
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  shouldUpgradeCallback: lake.isForLake,
});
// Next would answer upgrades too; it gets a server that none comes to.
const app = next({ dev: false, dir: import.meta.dirname, port, httpServer: createServer() });
await app.prepare();
const open = new Set<ServerResponse | Socket>();
const watch = (one: ServerResponse | Socket) => {
  open.add(one);
  one.once('close', () => open.delete(one));
};
server.on('request', (_request, response) => watch(response));
server.on('request', edge(app.getRequestHandler(), { trustProxy, siteUrl, lake: lake.step }));
server.on('upgrade', (request, socket: Socket, head: Buffer) => {
  watch(socket);
  lake.upgrade(request, socket, head);
});
server.listen(port, host);

/** Milliseconds for answers that are under way. */
const closeTimeout = 15_000;

const isStream = (one: ServerResponse | Socket) =>
  !(one instanceof ServerResponse) || `${one.getHeader('content-type')}`.startsWith('text/event-stream');

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0));
    // A connection that another request may come on is closed as soon as it is idle; streams would go on for ever.
    setInterval(() => server.closeIdleConnections(), 50);
    for (const one of open) if (isStream(one)) one.destroy();
    setTimeout(() => server.closeAllConnections(), closeTimeout).unref();
  });
