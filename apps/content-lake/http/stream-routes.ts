import type { Context } from 'hono';
import { requireReader, visibilityOf } from '../access/principal.ts';
import { whenSignedOut } from '../access/sender.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import type { StreamRequest } from '../listen/protocol.ts';
import { apiVersion, flag, type LakeApp, type LakeEnv, queryParameters } from './request.ts';

/** `/data/listen/:dataset` and `/data/live/events/:dataset`. */
export function streamRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/listen/:dataset', (c) => {
    const principal = c.get('principal');
    const query = c.req.query('query');
    if (query === undefined) throw httpError(400, 'The parameter "query" is missing');
    const listen = {
      query,
      params: queryParameters(c),
      sees: visibilityOf(principal),
      identity: principal.id,
      options: {
        includeResult: flag(c, 'includeResult'),
        includePreviousRevision: flag(c, 'includePreviousRevision'),
        includeMutations: flag(c, 'includeMutations', true),
        mendoza: c.req.query('effectFormat') === 'mendoza',
        visibility: c.req.query('visibility') === 'query' ? 'query' : 'transaction',
        enableResume: flag(c, 'enableResume'),
      },
      lastEventId: lastEventId(c),
    } as const;
    return open(c, c.req.param('dataset'), { listen });
  });

  app.get('/:version/data/live/events/:dataset', (c) => {
    const includeDrafts = flag(c, 'includeDrafts');
    if (includeDrafts) requireReader(c.get('principal'));
    return open(c, c.req.param('dataset'), { live: { includeDrafts, lastEventId: lastEventId(c) } });
  });

  function open(c: Context<LakeEnv>, dataset: string, request: StreamRequest): Response {
    apiVersion(c);
    const stream = lake.hubs.open(lake.datasets.get(dataset), request);
    stream.onClose(whenSignedOut(lake, c.get('principal'), () => stream.close()));
    return stream.response;
  }
}

const lastEventId = (c: Context) => c.req.header('last-event-id') || undefined;
