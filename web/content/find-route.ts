import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { queryPublished } from './client.ts';
import { findRedirect } from './find-redirect.ts';
import { cityByNameQuery, listedCitiesQuery, routeQuery } from './queries.ts';
import { findListPath, listStatePaths } from './state-page.ts';

/** The kind of response at a path, decided before rendering. */
export type Route =
  | {
      kind: 'page';
      forms: readonly (
        | ('enquiryForm' | 'paymentForm' | 'tenderTool' | 'enquiryValue' | 'cityLinks')
        | 'applicationForm'
      )[];
      hasFilm?: boolean;
    }
  /** `isEnded`: a page has this path, and has reached its planned end. Previews still show it. */
  | { kind: 'redirect'; to: string; permanent: boolean; isEnded?: boolean }
  | { kind: 'missing' }
  /** There are no settings yet. Every path leads to the Studio. */
  | { kind: 'empty' };

/** Finds the route of a path (leading slash, no trailing slash). Rejects with `ContentUnavailable`. */
export async function findRoute(path: string): Promise<Route> {
  const { documents, hasSettings } = await queryPublished(routeQuery, {
    types: pageTypes,
    slugs: documentsAt(path).map(({ slug }) => slug),
  });
  if (!hasSettings) return { kind: 'empty' };
  const here = documents.filter((document) => hrefFor(document) === path);
  const found = here.find(({ isLive }) => isLive);
  if (found) return { kind: 'page', forms: found.forms ?? [], hasFilm: found.hasFilm === true };
  if (await isStatePage(path)) return { kind: 'page', forms: [] };
  const redirect = await findRedirect(path);
  if (redirect) return { kind: 'redirect', ...redirect, isEnded: here.length > 0 };
  const city = await findCityByOtherName(path);
  if (city) return { kind: 'redirect', to: city, permanent: true };
  // People type and print addresses with capital letters, but pages have lowercase paths.
  const lowercase = path.toLowerCase();
  const route: Route = lowercase === path ? { kind: 'missing' } : await findRoute(lowercase);
  return route.kind === 'page' ? { kind: 'redirect', to: lowercase, permanent: true } : { kind: 'missing' };
}

/** Returns the path of the city that has another name: /seo-services-new-delhi leads to Delhi. */
async function findCityByOtherName(path: string): Promise<string | null> {
  const city = documentsAt(path.toLowerCase()).find(({ _type }) => _type === 'cityPage');
  if (!city) return null;
  return hrefFor(await queryPublished(cityByNameQuery, { name: city.slug.replaceAll('-', ' ') }));
}

/** Returns whether the path is a state's page below the list of all cities. */
async function isStatePage(path: string): Promise<boolean> {
  const listPath = findListPath(path);
  if (listPath === undefined) return false;
  const cities = await queryPublished(listedCitiesQuery, { slug: listPath.slice(1) });
  return listStatePaths(listPath, cities ?? []).includes(path);
}
