import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { hasPage, pageNumberOf } from './article-pages.ts';
import { askPublished } from './client.ts';
import { findRedirect } from './find-redirect.ts';
import { listsQuery, routeQuery } from './queries.ts';
import { listPathOf, statePathsOf } from './state-page.ts';

/** A path's response, before rendering. */
export type Route =
  | { kind: 'page'; forms: readonly ('enquiryForm' | 'paymentForm' | 'tenderTool')[] }
  | { kind: 'redirect'; to: string; permanent: boolean }
  | { kind: 'missing' }
  /** No settings yet: every path shows how to begin. */
  | { kind: 'empty' };

/** For a path with a leading and no trailing slash. Rejects with `ContentUnavailable`. */
export async function findRoute(path: string): Promise<Route> {
  const { documents, hasSettings } = await askPublished(routeQuery, {
    types: pageTypes,
    slugs: documentsAt(path).map(({ slug }) => slug),
  });
  if (!hasSettings) return { kind: 'empty' };
  const found = documents.find((document) => hrefFor(document) === path);
  if (found) return { kind: 'page', forms: found.forms ?? [] };
  if (await isPageBelow(path)) return { kind: 'page', forms: [] };
  const redirect = await findRedirect(path);
  if (redirect) return { kind: 'redirect', ...redirect };
  // Addresses are typed and printed with capitals; no page has any.
  const small = path.toLowerCase();
  const meant: Route = small === path ? { kind: 'missing' } : await findRoute(small);
  return meant.kind === 'page' ? { kind: 'redirect', to: small, permanent: true } : { kind: 'missing' };
}

/** A further page of a list: of a state's cities, or of articles. */
async function isPageBelow(path: string): Promise<boolean> {
  const listPath = listPathOf(path);
  if (listPath === undefined) return false;
  const lists = await askPublished(listsQuery, { slug: listPath.slice(1) });
  const number = pageNumberOf(path);
  if (number && hasPage(number, lists?.articles ?? 0)) return true;
  return statePathsOf(listPath, lists?.cities ?? []).includes(path);
}
