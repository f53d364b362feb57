import type { Context, MiddlewareHandler } from 'hono';
import { eventStreamPorts } from '../../ports.ts';
import type { LakeConfig } from '../config.ts';
import { httpError } from '../errors.ts';
import type { LakeEnv } from './request.ts';

/** Whether the Host header names this machine: against pages that point a name of their own at it (DNS rebinding). */
export function isOwnHost(host: string | undefined, port: number): boolean {
  if (!host) return false;
  const match = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/i.exec(host);
  if (!match) return false;
  const given = match[2] === undefined ? 80 : Number(match[2]);
  return given >= port && given <= port + eventStreamPorts;
}

/** Browser origins that may use the API: the configured ones and the lake's own pages. */
export function isAllowedOrigin(origin: string, config: LakeConfig): boolean {
  if (config.origins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.protocol === 'http:' && isOwnHost(url.host, config.port);
}

/** Refuses foreign hosts and origins, answers preflights and adds CORS headers for the origins that are allowed. */
export function guardOrigins(config: LakeConfig): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    if (!isOwnHost(c.req.header('host'), config.port))
      throw httpError(
        421,
        'This server answers only to localhost. Open it as http://localhost with its own port.',
      );
    const origin = c.req.header('origin');
    if (origin !== undefined && !isAllowedOrigin(origin, config) && !isRedirectedStream(c, origin, config))
      throw httpError(
        403,
        `Origin ${origin.slice(0, 200)} may not use this content lake; CONTENT_LAKE_ORIGINS names those that may.`,
      );
    if (c.req.method === 'OPTIONS' && origin !== undefined) {
      allowOrigin(c, origin);
      c.header('Access-Control-Allow-Headers', c.req.header('access-control-request-headers') ?? '*');
      c.header('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
      c.header('Access-Control-Max-Age', '600');
      return c.body(null, 204);
    }
    await next();
    if (origin !== undefined) allowOrigin(c, origin);
    return undefined;
  };
}

/** A browser that follows the redirect of a stream names no origin any more; the ticket was given to an allowed one. */
function isRedirectedStream(c: Context<LakeEnv>, origin: string, config: LakeConfig): boolean {
  const isStream = /^\/v[^/]+\/data\/(listen|live\/events)\//.test(c.req.path);
  const onStreamPort = c.env.incoming.socket.localPort !== config.port;
  return origin === 'null' && isStream && onStreamPort && c.req.query('ticket') !== undefined;
}

function allowOrigin(c: Context, origin: string) {
  c.header('Access-Control-Allow-Origin', origin);
  c.header('Access-Control-Allow-Credentials', 'true');
  c.header('Access-Control-Expose-Headers', 'Retry-After, X-Sanity-Shard, Content-Disposition');
  c.header('Vary', 'Origin', { append: true });
}
