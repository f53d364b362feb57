import { z } from 'zod';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { readPerspective } from '../query/perspective.ts';
import { clientBySite } from './origins.ts';
import { apiVersion, idsOf, type LakeApp, parametersOf, reader, sendRead } from './request.ts';

const maxIds = 1000;
const options = z.object({ includeAllVersions: flag(), perspective: z.string().optional() });

/** `/data/doc/:dataset/:ids` and `/data/export/:dataset`. */
export function documentRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/doc/:dataset/:ids', (c) => {
    const principal = c.get('principal');
    const ids = idsOf(c.req.param('ids'), maxIds);
    const { includeAllVersions: withVersions, perspective: view } = parametersOf(c, options);
    apiVersion(c);
    const perspective = view ? readPerspective(view, '1') : 'raw';
    const documents = { principal, ids, withVersions, perspective };
    return sendRead(c, lake, 'application/json', { documents });
  });

  app.get('/:version/data/export/:dataset', (c) => {
    const principal = reader(c);
    const types = c.req.query('types')?.split(',');
    const isDirect = clientBySite(c.req.raw.headers, lake.config) === undefined;
    const url = isDirect ? new URL(c.req.url).origin : lake.config.url;
    return sendRead(c, lake, 'application/x-ndjson', { export: { principal, types, url } });
  });
}
