import { comparablePath } from '#schemas/redirect-rules.ts';
import { load } from '../sanity/load.ts';
import { redirectQuery } from '../sanity/queries.ts';

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
  const redirect = await load(redirectQuery, { path: current });
  if (!redirect?.to) return null;
  const target = { to: redirect.to, permanent: redirect.permanent !== false };
  if (/^https?:\/\//i.test(target.to)) return target;
  if (!/^\/(?!\/)/.test(target.to)) return null;
  const visited = [...before, current];
  if (visited.includes(comparablePath(target.to))) return null;
  const next = await load(redirectQuery, { path: comparablePath(target.to) });
  if (!next) return target;
  const end = await findRedirect(target.to, visited);
  return end && { to: end.to, permanent: end.permanent && target.permanent };
}
