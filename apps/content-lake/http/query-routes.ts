import type { Context } from 'hono';
import { z } from 'zod';
import { httpError } from '../errors.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { readPerspective } from '../query/perspective.ts';
import type { Asked } from '../query/protocol.ts';
import {
  apiVersion,
  type LakeApp,
  type LakeEnv,
  parametersOf,
  queryParameters,
  readBytes,
} from './request.ts';
import { counted } from './unread.ts';

const maxBody = 1024 * 1024;
/** Bytes of a result that is sent at once. */
const small = 64 * 1024;
const options = z.object({ returnQuery: flag(true) });

/** `/data/query/:dataset`: GROQ by GET or POST. */
export function queryRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/query/:dataset', (c) => {
    const query = c.req.query('query');
    if (query === undefined) throw httpError(400, 'The parameter "query" is missing');
    return answer(c, lake, { query, params: queryParameters(c) });
  });
  app.post('/:version/data/query/:dataset', async (c) => {
    return answer(c, lake, { body: await readBytes(c, maxBody) });
  });
}

async function answer(
  c: Context<LakeEnv, '/:version/data/query/:dataset'>,
  lake: Lake,
  asked: Asked,
): Promise<Response> {
  const dataset = lake.datasets.get(c.req.param('dataset'));
  const named = c.req.queries('perspective')?.join(',');
  const perspective = readPerspective(named, apiVersion(c));
  // Where nothing is published, only its own or `raw` has the parts of a release: the client names neither.
  const partsIn = named === undefined ? 'raw' : perspective;
  const { returnQuery } = parametersOf(c, options);
  const { json, query, tags, ms } = await lake.queries.run(
    dataset,
    c.get('principal'),
    { asked, perspective, partsIn },
    c.req.raw.signal,
  );
  const rest = {
    ...(returnQuery ? { query } : {}),
    syncTags: tags,
    ms,
  };
  // The worker has serialised the result; parsing it again would hold up other requests.
  const parts = [Buffer.from('{"result":'), json, Buffer.from(`,${JSON.stringify(rest).slice(1)}`)];
  const isSmall = json.length < small;
  return c.body(isSmall ? Buffer.concat(parts) : counted(c.get('principal').id, parts), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}
