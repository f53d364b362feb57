import { createServer, type ServerResponse } from 'node:http';
import next from 'next';
import { edge } from './edge/edge.ts';
import { siteSettings } from './env.ts';

/**
 * The site as `npm start` runs it: Next with the edge in front (`edge/edge.ts`). Next's own `next start`, standalone
 * output and platforms serve the same pages without it, slower and with Next's inert scripts in them.
 */
const { port, host, trustProxy, siteUrl } = siteSettings();
// Nobody can hold connections open with a request that never ends: the edge ends slow bodies (`edge/body-deadline.ts`).
const server = createServer({ headersTimeout: 20_000, connectionsCheckingInterval: 5_000 });
const app = next({ dev: false, dir: import.meta.dirname, port, httpServer: server });
await app.prepare();
const open = new Set<ServerResponse>();
server.on('request', (_request, response) => {
  open.add(response);
  response.once('close', () => open.delete(response));
});
server.on('request', edge(app.getRequestHandler(), { trustProxy, siteUrl }));
server.listen(port, host);

/** Milliseconds for answers that are under way. */
const closeTimeout = 15_000;

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0));
    // A connection that another request may come on is closed as soon as it is idle; streams would go on for ever.
    setInterval(() => server.closeIdleConnections(), 50);
    for (const response of open)
      if (response.getHeader('content-type') === 'text/event-stream') response.destroy();
    setTimeout(() => server.closeAllConnections(), closeTimeout).unref();
  });
