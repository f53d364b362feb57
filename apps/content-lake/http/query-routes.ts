import type { Context } from 'hono';
import { z } from 'zod';
import { httpError } from '../errors.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { readPerspective } from '../query/perspective.ts';
import {
  apiVersion,
  type LakeApp,
  type LakeEnv,
  parametersOf,
  queryParameters,
  readJson,
} from './request.ts';
import { counted } from './unread.ts';

const maxBody = 1024 * 1024;
/** Bytes of a result that is sent at once. */
const small = 64 * 1024;
const postBody = z.object({
  query: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});
const options = z.object({ returnQuery: flag(true) });

/** `/data/query/:dataset`: GROQ by GET or POST. */
export function queryRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/query/:dataset', (c) => {
    const query = c.req.query('query');
    if (query === undefined) throw httpError(400, 'The parameter "query" is missing');
    return answer(c, lake, query, queryParameters(c));
  });
  app.post('/:version/data/query/:dataset', async (c) => {
    const { query, params } = await readJson(c, postBody, maxBody);
    return answer(c, lake, query, params ?? {});
  });
}

async function answer(
  c: Context<LakeEnv, '/:version/data/query/:dataset'>,
  lake: Lake,
  query: string,
  params: Record<string, unknown>,
): Promise<Response> {
  const dataset = lake.datasets.get(c.req.param('dataset'));
  // Where nothing is published, only its own or `raw` has the parts of a release: the client names neither.
  const fallback = query.includes('sanity::partOfRelease') ? 'raw' : undefined;
  const perspective = readPerspective(c.req.queries('perspective')?.join(',') ?? fallback, apiVersion(c));
  const { returnQuery } = parametersOf(c, options);
  const asked = { query, params, perspective };
  const { json, tags, ms } = await lake.queries.run(dataset, c.get('principal'), asked, c.req.raw.signal);
  const rest = {
    ...(returnQuery ? { query } : {}),
    syncTags: tags,
    ms,
  };
  // The worker has serialised the result; parsing it again would hold up other requests.
  const bytes = Buffer.concat([
    Buffer.from('{"result":'),
    json,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ]);
  return c.body(bytes.length < small ? bytes : counted(c.get('principal').id, bytes), 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}
