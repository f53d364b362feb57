import type { PageContent, Section, ShownPage } from './types.ts';

/** Cities of a state in the list of all; a state with more has a page of its own. */
export const mostCitiesOfState = 24;

type CityLinks = Extract<Section, { _type: 'cityLinks' }>;
type StateWithCities<City> = {
  state: string;
  cities: City[];
  /** Whether it has more than `mostCitiesOfState` cities. */
  hasPage: boolean;
};

/** A state's slug: `Punjab/Haryana` is `punjab-haryana`. */
const slugOf = (state: string | null) =>
  (state ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** Cities by state, in the given order. Spellings with the same slug are one state; a draft may have no state yet. */
export function citiesByState<City extends { state: string | null }>(
  cities: readonly City[],
): StateWithCities<City>[] {
  return [...Map.groupBy(cities, ({ state }) => slugOf(state)).values()].flatMap(([first, ...others]) =>
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

/** Path of a state's page, below the page that lists all cities. */
export const statePath = (listPath: string, state: string) => `${listPath}/${slugOf(state)}`;

/** Paths of the states' pages below the list of all `cities`. */
export const statePathsOf = (listPath: string, cities: readonly { state: string | null }[]): string[] =>
  citiesByState(cities).flatMap(({ state, hasPage }) => (hasPage ? [statePath(listPath, state)] : []));

/** The parent path of a possible state's page; undefined for top-level paths. */
export function listPathOf(path: string): string | undefined {
  const end = path.lastIndexOf('/');
  return end > 0 ? path.slice(0, end) : undefined;
}

/** The parent's list reduced to one state, and its closing band. Null where the parent shows all of it. */
export function statePage(page: PageContent, listPath: string, path: string): ShownPage | null {
  for (const section of page.sections ?? []) {
    if (section._type !== 'cityLinks' || section.mode !== 'all') continue;
    const cities: NonNullable<CityLinks['cities']> = section.cities ?? [];
    const found = citiesByState(cities).find(({ state }) => statePath(listPath, state) === path);
    if (!found?.hasPage) continue;
    const list: CityLinks = {
      ...section,
      mode: 'chosen',
      eyebrow: section.heading,
      heading: found.state,
      intro: null,
      cities: found.cities,
    };
    return pageBelow(page, path, list, {
      name: found.state,
      heading: found.state,
      title: `${found.state}: ${page.title}`,
    });
  }
  return null;
}

/** A page below a list's page: the given list and the parent's closing band. */
export function pageBelow(
  page: PageContent,
  path: string,
  list: PageContent['sections'][number],
  { name, heading, title }: Record<'name' | 'heading' | 'title', string>,
): ShownPage {
  return {
    path,
    content: { ...page, slug: path.slice(1), kind: 'standard', seo: { ...page.seo, title } },
    name,
    opening: { heading },
    sections: [list, ...page.sections.filter(({ _type }) => _type === 'callToAction')],
    template: null,
    parents: [{ name: page.title, path: listPathOf(path) ?? '/' }],
  };
}
