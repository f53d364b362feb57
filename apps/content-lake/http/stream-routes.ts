import type { Context } from 'hono';
import { eventStreamPorts } from '../../ports.ts';
import { OneTimeSecrets } from '../access/one-time.ts';
import { type Principal, requireReader } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import type { EventStream } from '../listen/event-stream.ts';
import { apiVersion, flag, type LakeApp, type LakeEnv, queryParameters } from './request.ts';

/** A ticket is redeemed by the redirect that carries it, at once; this long (milliseconds) is for slow machines. */
const ticketLifetime = 30_000;

type Ticket = { principal: Principal; request: string };

/**
 * `/data/listen/:dataset` and `/data/live/events/:dataset`.
 *
 * A browser opens six HTTP/1.1 connections to a port, and the Studio needs more streams than that. So the main port
 * redirects to one of the ports above it, with a ticket in place of the Authorization header, which a redirect drops.
 */
export function streamRoutes(app: LakeApp, lake: Lake) {
  const tickets = new OneTimeSecrets<Ticket>(ticketLifetime);
  const open = new Map<number, number>();

  const listenPath = '/:version/data/listen/:dataset';
  const livePath = '/:version/data/live/events/:dataset';

  app.get(listenPath, (c) =>
    serve(c, (principal) => {
      apiVersion(c);
      const dataset = lake.datasets.get(c.req.param('dataset'));
      const query = c.req.query('query');
      if (query === undefined) throw httpError(400, 'The parameter "query" is missing');
      return lake.hubs.of(dataset).listen.open(principal, {
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
    }),
  );

  app.get(livePath, (c) =>
    serve(c, (principal) => {
      apiVersion(c);
      const dataset = lake.datasets.get(c.req.param('dataset'));
      const includeDrafts = flag(c, 'includeDrafts');
      if (includeDrafts) requireReader(principal);
      return lake.hubs.of(dataset).live.open({
        includeDrafts,
        lastEventId: c.req.header('last-event-id') || undefined,
      });
    }),
  );

  function serve(c: Context<LakeEnv>, start: (principal: Principal) => EventStream): Response {
    const url = new URL(c.req.url);
    const port = c.env.incoming.socket.localPort ?? 0;
    if (port === lake.config.port) return sendOn(c, url);
    const ticket = tickets.redeem(url.searchParams.get('ticket') ?? '');
    if (ticket?.request !== requestOf(url))
      throw httpError(401, 'Event streams begin on the main port of this content lake');
    const stream = start(ticket.principal);
    open.set(port, (open.get(port) ?? 0) + 1);
    stream.onClose(() => open.set(port, (open.get(port) ?? 1) - 1));
    return stream.response;
  }

  /** Redirects to the port with the fewest streams. */
  function sendOn(c: Context<LakeEnv>, url: URL): Response {
    const ports = Array.from({ length: eventStreamPorts }, (_, index) => lake.config.port + 1 + index);
    const quietest = ports.reduce((best, port) =>
      (open.get(port) ?? 0) < (open.get(best) ?? 0) ? port : best,
    );
    const ticket = tickets.issue({ principal: c.get('principal'), request: requestOf(url) });
    url.searchParams.set('ticket', ticket);
    url.port = String(quietest);
    c.header('Cache-Control', 'no-store');
    return c.redirect(url.toString(), 307);
  }
}

/** What a ticket is good for: the address without the ticket itself, written in one way. */
function requestOf(url: URL): string {
  const parameters = new URLSearchParams(url.searchParams);
  parameters.delete('ticket');
  return `${url.pathname}?${parameters}`;
}
