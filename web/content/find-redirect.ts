import type { ClientReturn, QueryParams } from '@sanity/client';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { redirectQuery } from './queries.ts';

/** The Studio refuses chains; documents that came in another way may still form some. */
const longestChain = 5;

type RedirectTarget = { to: string; permanent: boolean };

/** Runs a query of the content API. */
export type Query = <const Text extends string>(
  query: Text,
  params: QueryParams,
) => Promise<ClientReturn<Text>>;

/**
 * Where a path without a page leads to, at the end of a chain of redirects if there is one. Null when it leads
 * nowhere, back to itself, or on for too long.
 */
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

/** Stands in for the host of this site, which a path does not name. */
const thisSite = 'http://site.invalid';

/**
 * The address of a redirect as a header can carry it: a path of this site, or a whole address of another one. Null for
 * anything else, such as `//host`, which looks like a path and is none.
 */
function locationOf(to: string): string | null {
  if (!/^(?:\/|https?:\/\/)/i.test(to) || !URL.canParse(to, thisSite)) return null;
  const { origin, href } = new URL(to, thisSite);
  if (!to.startsWith('/')) return href;
  const path = href.slice(origin.length);
  return origin === thisSite && !path.startsWith('//') ? path : null;
}
