import { getPublishedId } from '@sanity/client/csm';
import type { ValidationContext } from 'sanity';
import { checkSitePath, checkWebAddress } from './link-rules.ts';
import { documentsAt, hrefFor, isNonPagePath, pageTypes } from './paths.ts';
import { validationClient } from './text-rules.ts';

export interface RedirectRule {
  _id: string;
  from: string;
  to: string;
}

/** Normalizes an address for comparison: decoded, lowercase, without query, fragment and trailing slash. */
export function comparablePath(address: string): string {
  const path = decoded(address.replace(/[?#].*$/, '')).replace(/\/+$/, '');
  return path === '' ? '/' : path.toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Refuses a redirect from an existing page, a duplicate source, a loop, and a chain, which search engines follow badly.
 * Several redirects may share a target. Returns true or the error message.
 */
export function checkAgainstOthers(
  rule: RedirectRule,
  others: RedirectRule[],
  pagePaths: ReadonlySet<string | null> = new Set(),
): true | string {
  const from = comparablePath(rule.from);
  const to = comparablePath(rule.to);
  if (pagePaths.has(from))
    return `${rule.from} is an existing page, so this redirect would never be used. Unpublish the page or change its address first.`;
  if (from === to) return 'This redirect leads to itself. Enter another target.';
  for (const other of others) {
    const otherFrom = comparablePath(other.from);
    const otherTo = comparablePath(other.to);
    if (otherFrom === from)
      return `${rule.from} already redirects to ${other.to}. Change that redirect instead.`;
    if (otherFrom === to && otherTo === from)
      return `Loop: ${other.from} redirects back to ${other.to}. Enter another target.`;
    if (otherFrom === to)
      return `Chain: ${rule.to} already redirects to ${other.to}. Enter ${other.to} as the target.`;
    if (otherTo === from)
      return `Chain: ${other.from} redirects to ${rule.from}. Change that redirect to ${rule.to} first.`;
  }
  return true;
}

export function checkSource(path: string | undefined): true | string {
  if (!path) return 'Enter the old path, for example /old-page.';
  const valid = checkSitePath(path);
  if (valid !== true) return valid;
  if (!path.startsWith('/') || /[?#]/.test(path))
    return 'Enter a path without ? or #, for example /old-page.';
  if (path === '/') return 'The home page cannot be redirected.';
  if (isNonPagePath(path)) return 'The site itself uses this path. Enter another one.';
  return true;
}

export function checkTarget(target: string | undefined): true | string {
  if (!target) return 'Enter where to send visitors, for example /new-page.';
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return checkWebAddress(target);
  if (!target.startsWith('/'))
    return 'Begin with / for a page of this site, or with https:// for another website.';
  return checkSitePath(target);
}

interface Snapshot {
  redirects: RedirectRule[];
  pages: { _type: string; slug: string }[];
}

const snapshotQuery = `{
  "redirects": *[_type == "redirect" && defined(from) && defined(to) && !(_id in path("versions.**"))]
    {_id, from, to},
  "pages": *[_type in $types && slug.current in $slugs && !(_id in path("versions.**"))]
    {_type, "slug": slug.current}
}`;

export async function checkRedirect(
  value: { from?: unknown; to?: unknown; _id?: unknown } | undefined,
  context: ValidationContext,
) {
  const { from, to } = value ?? {};
  if (typeof from !== 'string' || typeof to !== 'string' || !context.document) return true;
  const path = comparablePath(from);
  const { redirects, pages } = await validationClient(context, 'raw').fetch<Snapshot>(snapshotQuery, {
    types: pageTypes,
    slugs: documentsAt(path).map(({ slug }) => slug),
  });
  const id = getPublishedId(context.document._id);
  return checkAgainstOthers(
    { _id: id, from, to },
    redirects.filter((other) => getPublishedId(other._id) !== id),
    new Set(pages.map(hrefFor)),
  );
}
