import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { hasPage, pageNumberOf } from './article-pages.ts';
import { ask } from './client.ts';
import { findRedirect, type Query } from './find-redirect.ts';
import { listsQuery, routeQuery } from './queries.ts';
import { listPathOf, statePathsOf } from './state-page.ts';

/** The site's answer at a path, before anything is rendered. */
export type Route =
  | { kind: 'page'; forms: readonly ('enquiryForm' | 'paymentForm')[] }
  | { kind: 'redirect'; to: string; permanent: boolean }
  | { kind: 'missing' }
  /** Nobody has written any settings: every path shows how to begin. */
  | { kind: 'empty' };

/** Asks about what is published. */
export const askPublished: Query = async (text, params) =>
  (await ask(text, params, { drafts: false })).result;

/** The route of a path (beginning with `/`, without a slash at the end). Rejects with what `query` rejects with. */
export async function findRoute(query: Query, path: string): Promise<Route> {
  const { documents, hasSettings } = await query(routeQuery, {
    types: pageTypes,
    slugs: documentsAt(path).map(({ slug }) => slug),
  });
  if (!hasSettings) return { kind: 'empty' };
  const found = documents.find((document) => hrefFor(document) === path);
  if (found) return { kind: 'page', forms: found.forms ?? [] };
  if (await isPageBelow(query, path)) return { kind: 'page', forms: [] };
  const redirect = await findRedirect(query, path);
  return redirect ? { kind: 'redirect', ...redirect } : { kind: 'missing' };
}

/** Whether a path is a further page of a list: of a state's cities, or of articles. */
async function isPageBelow(query: Query, path: string): Promise<boolean> {
  const listPath = listPathOf(path);
  if (listPath === undefined) return false;
  const lists = await query(listsQuery, { slug: listPath.slice(1) });
  const number = pageNumberOf(path);
  if (number && hasPage(number, lists?.articles ?? 0)) return true;
  return statePathsOf(listPath, lists?.cities ?? []).includes(path);
}
