import { createServer } from 'node:http';
import next from 'next';
import { edge } from './edge/edge.ts';
import { siteSettings } from './env.ts';

/**
 * The site as `npm start` runs it: Next with the edge in front (`edge/edge.ts`). Next's own `next start`, standalone
 * output and platforms serve the same pages without it, slower and with Next's inert scripts in them.
 */
const { port, trustProxy } = siteSettings();
const server = createServer();
const app = next({ dev: false, dir: import.meta.dirname, port, httpServer: server });
await app.prepare();
server.on('request', edge(app.getRequestHandler(), { trustProxy }));
server.listen(port);

/** Time for answers that are under way; streams to previews would go on for ever. */
const closeTimeout = 2_000;

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    server.close(() => process.exit(0));
    setTimeout(() => server.closeAllConnections(), closeTimeout).unref();
  });
