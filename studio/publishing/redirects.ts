import type { Mutation } from '@sanity/client';
import { comparablePath, type RedirectRule } from '#schemas/redirect-rules.ts';

export const redirectsFrom = (redirects: RedirectRule[], path: string) =>
  redirects.filter(({ from }) => comparablePath(from) === comparablePath(path));

export const redirectsTo = (redirects: RedirectRule[], path: string) =>
  redirects.filter(({ to }) => comparablePath(to) === comparablePath(path));

/**
 * Returns redirect mutations for a page that moves from `from` (null if new) to `to` (null if removed). They leave no
 * chains, loops or dead ends, and no redirect at the address of a page.
 */
export function redirectMutations(
  redirects: RedirectRule[],
  from: string | null,
  to: string | null,
): Mutation[] {
  const incoming = from ? redirectsTo(redirects, from) : [];
  const obsolete = new Set([
    ...(from ? redirectsFrom(redirects, from) : []),
    ...(to ? redirectsFrom(redirects, to) : incoming),
  ]);
  const retargeted = incoming.filter((redirect) => !obsolete.has(redirect));
  return [
    ...[...obsolete].map(({ _id }) => ({ delete: { id: _id } })),
    ...retargeted.map(({ _id }) => ({ patch: { id: _id, set: { to } } })),
    ...(from && to ? [{ create: { _type: 'redirect', from, to, permanent: true } }] : []),
  ];
}
