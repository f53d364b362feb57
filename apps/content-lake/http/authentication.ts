import type { MiddlewareHandler } from 'hono';
import { anonymous } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import type { LakeEnv } from './environment.ts';

/** Finds out who makes the request. A token that is not (or no longer) valid is refused, not read as anonymous. */
export function authenticate(lake: Lake): MiddlewareHandler<LakeEnv> {
  return async (c, next) => {
    const header = c.req.header('authorization');
    if (header === undefined) {
      c.set('principal', anonymous);
      return next();
    }
    const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
    const principal = token ? lake.control.credentials.resolve(token) : null;
    if (!principal) throw httpError(401, 'Unauthorized - Session not found', { errorCode: 'SIO-401-ANF' });
    c.set('principal', principal);
    return next();
  };
}
