import { Hono } from 'hono';
import { mayUse } from '../access/permissions.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { documentInPerspective, readPerspective } from '../query/perspective.ts';
import type { LakeEnv } from './environment.ts';
import { apiVersion } from './request.ts';

const maxIds = 1000;

/** `/data/doc/:dataset/:ids`: documents by id, straight from the database. */
export function documentRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>();
  app.get('/:version/data/doc/:dataset/:ids', (c) => {
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const principal = c.get('principal');
    const ids = [...new Set(c.req.param('ids').split(',').filter(Boolean))];
    if (ids.length > maxIds) throw httpError(400, `At most ${maxIds} documents can be asked for at once`);
    apiVersion(c);
    const given = c.req.query('perspective');
    const perspective = given ? readPerspective(given, '1') : 'raw';
    const documents: unknown[] = [];
    const omitted: { id: string; reason: string }[] = [];
    for (const id of ids) {
      const document = documentInPerspective(id, perspective, (one) => dataset.get(one));
      if (!document) omitted.push({ id, reason: 'existence' });
      else if (
        mayUse(principal, 'read', dataset.get(String(document._originalId ?? document._id)) ?? document)
      )
        documents.push(document);
      // Whoever may not read a draft is not told either that there is one.
      else omitted.push({ id, reason: principal.kind === 'anonymous' ? 'existence' : 'permission' });
    }
    return c.json({ documents, omitted });
  });
  return app;
}
