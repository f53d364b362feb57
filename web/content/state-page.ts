import type { ShownPage } from '#web/seo/page-description.ts';
import type { PageContent, Section } from './types.ts';

/** A state with more cities than this shows so many where all cities are listed, and the rest on a page of its own. */
export const mostCitiesOfState = 24;

type CityLinks = Extract<Section, { _type: 'cityLinks' }>;
type StateWithCities<City> = {
  state: string;
  cities: City[];
  /** Whether it has more cities than are shown where all are listed, and so a page of its own. */
  hasPage: boolean;
};

/** A state as the end of an address: `Punjab/Haryana` is `punjab-haryana`. */
const slugOf = (state: string | null) =>
  (state ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Cities under their states, in the given order. Two spellings that make the same address are one state. A draft may
 * have no state yet.
 */
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

/** The path of the page that lists all cities of a state, below the page that lists all states. */
export const statePath = (listPath: string, state: string) => `${listPath}/${slugOf(state)}`;

/** The paths of the states' own pages below the page that lists all of `cities`. */
export const statePathsOf = (listPath: string, cities: readonly { state: string | null }[]): string[] =>
  citiesByState(cities).flatMap(({ state, hasPage }) => (hasPage ? [statePath(listPath, state)] : []));

/** The path of the page that a path may be a state's page of; undefined where it cannot be one. */
export function listPathOf(path: string): string | undefined {
  const end = path.lastIndexOf('/');
  return end > 0 ? path.slice(0, end) : undefined;
}

/**
 * A state's page: the list of the page above it with all cities of that state, and its closing band. Its words are
 * those of the page above and the state's name. Null where the list shows all cities of the state itself.
 */
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

/** A further page of a list: the list as it is there, and the closing band of the page above it. */
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
