import { isLive } from '#schemas/days.ts';
import { hrefFor } from '#schemas/paths.ts';
import { fillPlaceholders } from '#schemas/placeholders.ts';
import { Marked } from '#web/components/drawings/pen.tsx';
import { ActionList } from '#web/components/link/action.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { actionFields, isListed } from '#web/content/projections.ts';
import { citiesByState, mostCitiesOfState, statePath } from '#web/content/state-page.ts';
import type { SectionProps } from '#web/content/types.ts';
import { CityFinder } from './city-finder.tsx';
import type { City } from './find-city.ts';

/**
 * GROQ projection of all or chosen cities. If the section overrides a city's name, the city has no `_id`, so that a
 * click on the name in a preview opens the section and not the city.
 */
export const cityLinksFields = `
  mode, linkText, searchesNote, findLabel, findButton, nearText, missingText, askAction{${actionFields}},
  "cities": select(
    mode == "all" => *[_type == "cityPage" && ${isListed}] | order(state asc, name asc)
      {"_key": _id, _id, _type, name, state, "slug": slug.current, search, otherNames},
    cities[city->{"isLive": ${isLive}}.isLive]{
      _key,
      !defined(name) => {"_id": city->_id, "_type": city->_type},
      "name": coalesce(name, city->name),
      "state": city->state,
      "slug": city->slug.current,
      "search": city->search,
      "otherNames": city->otherNames
    }
  )
`;

/** Links to city pages. The list of all cities is grouped by state, and a large state links to its own page. */
export function CityLinks(props: SectionProps<'cityLinks'>) {
  const { section, path, site, isFirst } = props;
  const cities: City[] = section.cities ?? [];
  const labelFor = (name: string, state: string) => fillPlaceholders(section.linkText, { city: name, state });
  const linkTo = ({ name, state, slug }: City) => (
    <a href={hrefFor({ _type: 'cityPage', slug }) ?? undefined}>{labelFor(name, state)}</a>
  );
  if (section.mode !== 'all')
    return (
      <Section {...props} head="left">
        <ul className="cities grid grid-cols-2 gap-x-6 sm:grid-cols-3">
          {cities.map((city) => (
            <li key={city._key}>{linkTo(city)}</li>
          ))}
        </ul>
      </Section>
    );
  const states = citiesByState(cities);
  const StateHeading = isFirst ? 'h2' : 'h3';
  const list = (
    <div className="columns-2 gap-x-6 max-md:text-[0.9375rem] [&_a]:[line-height:1.2]">
      {states.map(({ state, cities: ofState, hasPage }) => (
        <div key={state} className="mb-3 break-inside-avoid">
          <StateHeading className="label">{state}</StateHeading>
          <ul className="cities">
            {ofState.slice(0, hasPage ? mostCitiesOfState : undefined).map((city) => (
              <li key={city._key}>{linkTo(city)}</li>
            ))}
            {hasPage ? (
              <li>
                <a href={statePath(path, state)}>{`${labelFor(state, state)} (${ofState.length})`}</a>
              </li>
            ) : null}
          </ul>
        </div>
      ))}
    </div>
  );
  // The finder has the actions.
  const frame = { ...props, section: { ...section, actions: null } };
  const lead = (
    <div className="mt-4 md:mt-6">
      <CityFinder {...props} />
      <ActionList actions={section.actions} site={site} className="mt-4" />
    </div>
  );
  return (
    <>
      <Searches cities={cities} note={section.searchesNote} />
      <Section {...frame} lead={lead} head="half">
        {list}
      </Section>
    </>
  );
}

/** Each search is as large as a heading, so more would push the list of cities far down. */
const mostSearches = 12;

/** Shows what people type in some of these cities, each a link to the city's page. */
function Searches({ cities, note }: { cities: readonly City[]; note: string | null | undefined }) {
  const searches = cities.filter(({ search }) => search).slice(0, mostSearches);
  if (searches.length === 0) return null;
  return (
    <div className="raised">
      <div className="frame py-5 md:py-8">
        <ul className="searches">
          {searches.map(({ _key, name, slug, search }, index) => (
            <li key={_key}>
              <a href={hrefFor({ _type: 'cityPage', slug }) ?? undefined} className="row-link gap-2">
                <Marked text={search ?? ''} mark="underline" line={index} /> <small>{name}</small>
              </a>
            </li>
          ))}
        </ul>
        <OptionalText className="mt-3 text-muted text-sm">{note}</OptionalText>
      </div>
    </div>
  );
}
