import { citySlugOf, homeSlug, hrefFor } from '#schemas/paths.ts';
import { findRedirect, type Query } from './find-redirect.ts';
import { routeQuery, statesQuery } from './queries.ts';
import { listPathOf, statePathsOf } from './state-page.ts';

/** What the site answers at a path, before anything is rendered. */
export type Route =
  | { kind: 'page'; opensCheckout: boolean }
  | { kind: 'redirect'; to: string; permanent: boolean }
  | { kind: 'missing' }
  /** Nobody has written any settings: every path shows how to begin. */
  | { kind: 'empty' };

/** What is at a path (beginning with `/`, without a slash at the end). Rejects with what `query` rejects with. */
export async function findRoute(query: Query, path: string): Promise<Route> {
  const slugs = path === `/${homeSlug}` ? [] : [path === '/' ? homeSlug : path.slice(1)];
  const { documents, hasSettings } = await query(routeQuery, {
    slugs: [...slugs, citySlugOf(path) ?? ''],
  });
  if (!hasSettings) return { kind: 'empty' };
  const found = documents.find((document) => hrefFor(document) === path);
  if (found) return { kind: 'page', opensCheckout: found.opensCheckout === true };
  if (await isStatePage(query, path)) return { kind: 'page', opensCheckout: false };
  const redirect = await findRedirect(query, path);
  return redirect ? { kind: 'redirect', ...redirect } : { kind: 'missing' };
}

async function isStatePage(query: Query, path: string): Promise<boolean> {
  const listPath = listPathOf(path);
  if (listPath === undefined) return false;
  const { lists, cities } = await query(statesQuery, { slug: listPath.slice(1) });
  return lists && statePathsOf(listPath, cities ?? []).includes(path);
}
