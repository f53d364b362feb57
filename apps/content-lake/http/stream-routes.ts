import type { Context } from 'hono';
import { requireReader } from '../access/principal.ts';
import { whenSignedOut } from '../access/sender.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import type { EventStream } from '../listen/event-stream.ts';
import { apiVersion, flag, type LakeApp, type LakeEnv, queryParameters } from './request.ts';

/** `/data/listen/:dataset` and `/data/live/events/:dataset`. */
export function streamRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/listen/:dataset', (c) => {
    apiVersion(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const query = c.req.query('query');
    if (query === undefined) throw httpError(400, 'The parameter "query" is missing');
    const stream = lake.hubs.of(dataset).listen.open(c.get('principal'), {
      query,
      params: queryParameters(c),
      options: {
        includeResult: flag(c, 'includeResult'),
        includePreviousRevision: flag(c, 'includePreviousRevision'),
        includeMutations: flag(c, 'includeMutations', true),
        mendoza: c.req.query('effectFormat') === 'mendoza',
        visibility: c.req.query('visibility') === 'query' ? 'query' : 'transaction',
        enableResume: flag(c, 'enableResume'),
      },
      lastEventId: c.req.header('last-event-id') || undefined,
    });
    return whileSignedIn(c, stream);
  });

  app.get('/:version/data/live/events/:dataset', (c) => {
    apiVersion(c);
    const dataset = lake.datasets.get(c.req.param('dataset'));
    const includeDrafts = flag(c, 'includeDrafts');
    if (includeDrafts) requireReader(c.get('principal'));
    const stream = lake.hubs.of(dataset).live.open({
      includeDrafts,
      lastEventId: c.req.header('last-event-id') || undefined,
    });
    return whileSignedIn(c, stream);
  });

  function whileSignedIn(c: Context<LakeEnv>, stream: EventStream): Response {
    stream.onClose(whenSignedOut(lake, c.get('principal'), () => stream.close()));
    return stream.response;
  }
}
