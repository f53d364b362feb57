import type { Mutation } from '@sanity/client';
import { comparablePath, type RedirectRule } from '#schemas/redirect-rules.ts';

/** Redirects from a path. */
export const redirectsFrom = (redirects: RedirectRule[], path: string) =>
  redirects.filter(({ from }) => comparablePath(from) === comparablePath(path));

/** Redirects that end at a path. */
export const redirectsTo = (redirects: RedirectRule[], path: string) =>
  redirects.filter(({ to }) => comparablePath(to) === comparablePath(path));

/**
 * Changes to redirects when a page leaves the path `from` (null: it is new) and its visitors go to `to` (null:
 * nowhere). None then forms a chain or a loop, stands where a page is, or ends at what is gone.
 */
export function redirectMutations(
  redirects: RedirectRule[],
  from: string | null,
  to: string | null,
): Mutation[] {
  const ending = from ? redirectsTo(redirects, from) : [];
  const obsolete = new Set([
    ...(from ? redirectsFrom(redirects, from) : []),
    ...(to ? redirectsFrom(redirects, to) : ending),
  ]);
  const led = ending.filter((redirect) => !obsolete.has(redirect));
  return [
    ...[...obsolete].map(({ _id }) => ({ delete: { id: _id } })),
    ...led.map(({ _id }) => ({ patch: { id: _id, set: { to } } })),
    ...(from && to ? [{ create: { _type: 'redirect', from, to, permanent: true } }] : []),
  ];
}
