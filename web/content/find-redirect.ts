import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { queryPublished } from './client.ts';
import { redirectQuery } from './queries.ts';

/** The Studio refuses chains of redirects, but imported documents may form some. */
const longestChain = 5;

type RedirectTarget = { to: string; permanent: boolean };

/**
 * Follows the redirects of a path, and of pages that have ended, to their final target. Null without a redirect, in a
 * loop, or if the chain is too long.
 */
export async function findRedirect(path: string): Promise<RedirectTarget | null> {
  const visited: string[] = [];
  const target: RedirectTarget = { to: path, permanent: true };
  while (target.to.startsWith('/')) {
    const current = comparablePath(target.to);
    const encoded = encodeURI(current.toWellFormed()).toLowerCase();
    const slugs = documentsAt(current).map(({ slug }) => slug);
    const found = await queryPublished(redirectQuery, { path: current, encoded, slugs, types: pageTypes });
    const pages = found.pages.filter((page) => hrefFor(page) === current);
    const redirect = pages[0] ? { to: pages[0].to, permanent: true } : found.redirect;
    if (!redirect || pages.some(({ isLive }) => isLive)) break;
    const to = toLocation(redirect.to ?? '');
    if (!to || visited.includes(current) || visited.length >= longestChain) return null;
    visited.push(current);
    target.to = to;
    if (redirect.permanent === false) target.permanent = false;
  }
  return visited.length > 0 ? target : null;
}

/** Base URL for parsing paths. */
const thisSite = 'http://site.invalid';

/**
 * Returns a redirect target for the `Location` header: a path of this site or an absolute URL. Null for anything else,
 * such as `//host`, which only looks like a path.
 */
function toLocation(to: string): string | null {
  if (!/^(?:\/|https?:\/\/)/i.test(to) || !URL.canParse(to, thisSite)) return null;
  const { origin, href } = new URL(to, thisSite);
  if (!to.startsWith('/')) return href;
  const path = href.slice(origin.length);
  return origin === thisSite && !path.startsWith('//') ? path : null;
}
