import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, register } from 'prom-client';
import { log } from './log.ts';

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of requests that were not served from the page cache, until the response was sent',
  labelNames: ['area', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10],
});
export const pageCacheHits = new Counter({
  name: 'page_cache_hits_total',
  help: 'Requests served from the page cache',
});

/** Matches requests that only read. Long queries are sent by POST. */
const reading = /^(?:GET|HEAD) |\/data\/query\//;

/** Measures a finished request. Logs it if it changed data or failed. `area` is from a fixed list: paths may hold secrets. */
export function recordRequest(end: {
  request: string;
  method: string;
  area: string;
  status: number;
  ms: number;
}): void {
  requests.labels(end.area, String(end.status)).observe(end.ms / 1000);
  const isReading = reading.test(`${end.method} ${end.area}`);
  if (!isReading || end.status >= 500) log('info', 'request', { ...end, ms: Math.round(end.ms) });
}

/** Serves this process's metrics for Prometheus on loopback. */
export function serveMetrics(port: number): void {
  collectDefaultMetrics();
  const server = createServer(async ({ url }, response) => {
    if (url !== '/metrics') return response.writeHead(404).end();
    return response.setHeader('content-type', register.contentType).end(await register.metrics());
  });
  server.on('error', ({ message }) =>
    log('error', `Metrics cannot be served. Set METRICS_PORT to another port: ${message}`),
  );
  server.listen(port, '127.0.0.1');
}
