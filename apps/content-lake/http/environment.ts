import type { HttpBindings } from '@hono/node-server';
import type { Principal } from '../access/principal.ts';

/** What every route finds in its context: `c.get('principal')` is set before any route runs. */
export type LakeEnv = {
  Bindings: HttpBindings;
  Variables: { principal: Principal };
};
