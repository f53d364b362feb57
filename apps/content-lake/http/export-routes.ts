import { Hono } from 'hono';
import { mayUse } from '../access/permissions.ts';
import { requireSignedIn } from '../access/principal.ts';
import type { Lake } from '../lake.ts';
import type { LakeEnv } from './environment.ts';

/** Documents that are read at a time; between two batches the lake answers requests. */
const batchSize = 100;

/** `/data/export/:dataset`: every document as a line of JSON, for `@sanity/export`. */
export function exportRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>();
  app.get('/:version/data/export/:dataset', (c) => {
    const principal = requireSignedIn(c.get('principal'));
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const types = c.req.query('types')?.split(',');
    const ids = dataset.ids(types);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const batch = ids.splice(0, batchSize).map((id) => dataset.get(id));
        const lines = batch.filter((one) => one !== null && mayUse(principal, 'read', one));
        if (batch.length === 0) controller.close();
        else controller.enqueue(encoder.encode(lines.map((one) => `${JSON.stringify(one)}\n`).join('')));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  });
  return app;
}
