import type { ComposedPage, PageContent, Section } from './types.ts';

/** Maximum number of cities per state in the list of all cities. A state with more cities has its own page. */
export const mostCitiesOfState = 24;

type CityLinks = Extract<Section, { _type: 'cityLinks' }>;

/** Returns a state's slug: `punjab-haryana` for `Punjab/Haryana`. */
const toSlug = (state: string | null) =>
  (state ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Groups cities by state, in the given order. Spellings with the same slug are one state. Drafts may have no state.
 * `hasPage`: whether the state has more than `mostCitiesOfState` cities.
 */
export function citiesByState<City extends { state: string | null }>(cities: readonly City[]) {
  return [...Map.groupBy(cities, ({ state }) => toSlug(state)).values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            state: first.state ?? '',
            cities: [first, ...others],
            hasPage: Boolean(first.state) && others.length >= mostCitiesOfState,
          },
        ]
      : [],
  );
}

/** Returns the path of a state's page, below the page that lists all cities. */
export const statePath = (listPath: string, state: string) => `${listPath}/${toSlug(state)}`;

/** Returns the paths of the state pages below `listPath`, one for each large state in `cities`. */
export const listStatePaths = (listPath: string, cities: readonly { state: string | null }[]): string[] =>
  citiesByState(cities).flatMap(({ state, hasPage }) => (hasPage ? [statePath(listPath, state)] : []));

/** Returns the parent path, or undefined for a top-level path. */
export function findListPath(path: string): string | undefined {
  const end = path.lastIndexOf('/');
  return end > 0 ? path.slice(0, end) : undefined;
}

/** Composes a state's page from the page that lists all cities. Null if that page shows all cities of the state. */
export function statePage(page: PageContent, listPath: string, path: string): ComposedPage | null {
  for (const section of page.sections ?? []) {
    if (section._type !== 'cityLinks' || section.mode !== 'all') continue;
    const cities: NonNullable<CityLinks['cities']> = section.cities ?? [];
    const found = citiesByState(cities).find(({ state }) => statePath(listPath, state) === path);
    if (!found?.hasPage) continue;
    const list: CityLinks = {
      ...section,
      mode: 'chosen',
      eyebrow: section.eyebrow ?? section.heading,
      heading: found.state,
      intro: null,
      cities: found.cities,
    };
    const seo = { ...page.seo, title: `${found.state}: ${page.title}` };
    return {
      path,
      content: { ...page, slug: path.slice(1), kind: 'standard', seo },
      name: found.state,
      opening: { heading: found.state },
      sections: [list, ...page.sections.filter(({ _type }) => _type === 'callToAction')],
      template: null,
      parents: [{ name: page.title, path: listPath }],
    };
  }
  return null;
}
