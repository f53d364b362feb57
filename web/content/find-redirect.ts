import type { ClientReturn, QueryParams } from '@sanity/client';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { redirectQuery } from './queries.ts';

/** The Studio refuses chains; imported documents may still form some. */
const longestChain = 5;

type RedirectTarget = { to: string; permanent: boolean };

export type Query = <const Text extends string>(
  query: Text,
  params: QueryParams,
) => Promise<ClientReturn<Text>>;

/** The final target of a path's redirects; null without one, and for loops and chains that are too long. */
export async function findRedirect(query: Query, path: string): Promise<RedirectTarget | null> {
  const visited: string[] = [];
  const target: RedirectTarget = { to: path, permanent: true };
  while (target.to.startsWith('/')) {
    const current = comparablePath(target.to);
    const redirect = await redirectFrom(query, current);
    if (!redirect) break;
    const to = locationOf(redirect.to ?? '');
    if (!to || visited.includes(current) || visited.length >= longestChain) return null;
    visited.push(current);
    target.to = to;
    if (redirect.permanent === false) target.permanent = false;
  }
  return visited.length > 0 ? target : null;
}

const redirectFrom = (query: Query, path: string) =>
  query(redirectQuery, { path, encoded: encodeURI(path.toWellFormed()).toLowerCase() });

/** Placeholder host for parsing paths. */
const thisSite = 'http://site.invalid';

/**
 * A redirect target as a `location` header: a path of this site or an absolute URL. Null for anything else, such as
 * `//host`, which only looks like a path.
 */
function locationOf(to: string): string | null {
  if (!/^(?:\/|https?:\/\/)/i.test(to) || !URL.canParse(to, thisSite)) return null;
  const { origin, href } = new URL(to, thisSite);
  if (!to.startsWith('/')) return href;
  const path = href.slice(origin.length);
  return origin === thisSite && !path.startsWith('//') ? path : null;
}
