import { comparablePath } from '#schemas/redirect-rules.ts';
import { load } from './load.ts';
import { redirectQuery } from './queries.ts';

/** The Studio refuses chains; documents that came in another way may still form some. */
const longestChain = 5;

type RedirectTarget = { to: string; permanent: boolean };

/**
 * Where a path without a page leads to, at the end of a chain of redirects if there is one. Null when it leads
 * nowhere, back to itself, or on for too long.
 */
export async function findRedirect(path: string, before: string[] = []): Promise<RedirectTarget | null> {
  const current = comparablePath(path);
  if (before.includes(current) || before.length >= longestChain) return null;
  const redirect = await redirectFrom(current);
  const to = locationOf(redirect?.to ?? '');
  if (!redirect || !to) return null;
  const target = { to, permanent: redirect.permanent !== false };
  if (!to.startsWith('/')) return target;
  const visited = [...before, current];
  const next = comparablePath(to);
  if (visited.includes(next)) return null;
  if (!(await redirectFrom(next))) return target;
  const end = await findRedirect(to, visited);
  return end && { to: end.to, permanent: end.permanent && target.permanent };
}

const redirectFrom = (path: string) =>
  load(redirectQuery, { path, encoded: encodeURI(path.toWellFormed()).toLowerCase() });

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
