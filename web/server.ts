import { createServer } from 'node:http';
import { Server } from 'node:net';
import next from 'next';
import { logAs } from '#telemetry/log.ts';
import { serveMetrics } from '#telemetry/metrics.ts';
import { second } from './contracts/durations.ts';
import { edge } from './edge/edge.ts';
import { LakeProxy } from './edge/proxy-to-lake.ts';
import { siteSettings } from './env.ts';
import { pages } from './freshness/page-store.ts';
import { flushVisits } from './visits/visits.ts';

/**
 * Runs the site for `npm start`: Next behind the edge (`edge/edge.ts`). `next start`, standalone output and platforms serve
 * the same pages without the edge, slower and with Next's blocked scripts.
 */
const { port, host, trustProxy, siteUrl, sanity, staleTime, metricsPort } = siteSettings();
logAs('site');
const lake = new LakeProxy({ sanity, trustProxy });
const server = createServer({
  // Ends slow requests. The edge ends slow bodies (`edge/body-limits.ts`).
  headersTimeout: 20 * second,
  connectionsCheckingInterval: 5 * second,
  shouldUpgradeCallback: lake.isForLake,
});
// Next would also respond to upgrades, so it gets a dummy server.
const app = next({ dev: false, dir: import.meta.dirname, port, httpServer: createServer() });
await app.prepare();
server.on(
  'request',
  edge(app.getRequestHandler(), { trustProxy, siteUrl, pages, staleTime, lake: lake.handle }),
);
server.on('upgrade', lake.upgrade);
// systemd passes the socket as file descriptor 3.
server.listen(process.env.LISTEN_FDS ? { fd: 3 } : { port, host }, () => process.send?.('listening'));
if (metricsPort) {
  await import('./payments/metrics.ts');
  serveMetrics(metricsPort);
}

/** Time for requests in progress to finish on shutdown. */
const closeTimeout = 15 * second;

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    // Unlike `server.close`, this keeps idle connections open, because a proxy may just be sending on one. The response
    // tells the proxy to reconnect. It closes unused connections itself (`deploy/nginx.conf`).
    Server.prototype.close.call(server, () => flushVisits().finally(() => process.exit(0)));
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (!trustProxy) setInterval(() => server.closeIdleConnections(), 50);
    lake.endStreams();
    setTimeout(() => server.closeAllConnections(), closeTimeout).unref();
  });
