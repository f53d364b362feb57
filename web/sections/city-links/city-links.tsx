import { isLive } from '#schemas/days.ts';
import { hrefFor } from '#schemas/paths.ts';
import { fillPlaceholders } from '#schemas/placeholders.ts';
import { DotMap } from '#web/components/drawings/dot-map.tsx';
import { placesOf } from '#web/components/drawings/india.ts';
import { Section } from '#web/components/section/section.tsx';
import { isListed } from '#web/content/projections.ts';
import { citiesByState, mostCitiesOfState, statePath } from '#web/content/state-page.ts';
import type { SectionProps } from '#web/content/types.ts';

/**
 * GROQ projection of all or chosen cities. If the section overrides a city's name, the city has no `_id`, so that a
 * click on the name in a preview opens the section and not the city.
 */
export const cityLinksFields = `
  mode, linkText, showMap,
  "cities": select(
    mode == "all" => *[_type == "cityPage" && ${isListed}] | order(state asc, name asc)
      {"_key": _id, _id, _type, name, state, "slug": slug.current, location},
    cities[city->{"isLive": ${isLive}}.isLive]{
      _key,
      !defined(name) => {"_id": city->_id, "_type": city->_type},
      "name": coalesce(name, city->name),
      "state": city->state,
      "slug": city->slug.current,
      "location": city->location
    }
  )
`;

type City = Pick<
  NonNullable<SectionProps<'cityLinks'>['section']['cities']>[number],
  '_key' | 'name' | 'state' | 'slug' | 'location'
>;

/** Links to city pages. The list of all cities is grouped by state, and a large state links to its own page. */
export function CityLinks(props: SectionProps<'cityLinks'>) {
  const { section, path } = props;
  const cities: City[] = section.cities ?? [];
  const labelFor = (name: string, state: string) => fillPlaceholders(section.linkText, { city: name, state });
  const links = (shown: City[]) =>
    shown.map(({ _key, name, state, slug }) => (
      <li key={_key}>
        <a href={hrefFor({ _type: 'cityPage', slug }) ?? undefined}>{labelFor(name, state)}</a>
      </li>
    ));
  const list =
    section.mode === 'all' ? (
      <dl className="gap-x-8 sm:columns-2">
        {citiesByState(cities).map(({ state, cities: ofState, hasPage }) => (
          <div key={state} className="mb-6 break-inside-avoid line-t pt-3">
            <dt className="text-muted text-sm">{state}</dt>
            <dd>
              <ul className="cities">
                {links(hasPage ? ofState.slice(0, mostCitiesOfState) : ofState)}
                {hasPage ? (
                  <li>
                    <a href={statePath(path, state)}>{`${labelFor(state, state)} (${ofState.length})`}</a>
                  </li>
                ) : null}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    ) : (
      <ul className="cities grid grid-cols-2 gap-x-6 sm:grid-cols-3">{links(cities)}</ul>
    );
  return (
    <Section {...props} head={section.showMap ? 'top' : 'left'}>
      {section.showMap ? (
        <div className="items-start cols">
          <div className="lg:col-span-7">{list}</div>
          <div className="mx-auto mt-8 max-w-100 lg:col-span-5 lg:mt-0 lg:max-w-none">
            <DotMap places={placesOf(cities)} />
          </div>
        </div>
      ) : (
        list
      )}
    </Section>
  );
}
