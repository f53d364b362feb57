import type { Context } from 'hono';
import { z } from 'zod';
import { requireReader, visibilityOf } from '../access/principal.ts';
import { whenSignedOut } from '../access/sender.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { eventResponse } from '../listen/event-stream.ts';
import { type EventRequest, listenParameters } from '../listen/protocol.ts';
import { apiVersion, type LakeApp, type LakeEnv, parametersOf, queryParameters } from './request.ts';

const liveParameters = z.object({ includeDrafts: flag() });

/** `/data/listen/:dataset` and `/data/live/events/:dataset`. */
export function streamRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/listen/:dataset', (c) => {
    const principal = c.get('principal');
    const listen = {
      ...parametersOf(c, listenParameters),
      params: queryParameters(c),
      sees: visibilityOf(principal),
      identity: principal.id,
      lastEventId: lastEventId(c),
    };
    return open(c, c.req.param('dataset'), { listen });
  });

  app.get('/:version/data/live/events/:dataset', (c) => {
    const { includeDrafts } = parametersOf(c, liveParameters);
    if (includeDrafts) requireReader(c.get('principal'));
    return open(c, c.req.param('dataset'), { live: { includeDrafts, lastEventId: lastEventId(c) } });
  });

  function open(c: Context<LakeEnv>, dataset: string, request: EventRequest): Response {
    apiVersion(c);
    const principal = c.get('principal');
    const stream = lake.hubs.open(lake.datasets.get(dataset), principal.id, request);
    const stopWaiting = whenSignedOut(lake, principal, () => stream.close());
    stream.closed.addEventListener('abort', stopWaiting);
    return eventResponse(stream);
  }
}

const lastEventId = (c: Context) => c.req.header('last-event-id') || undefined;
