import { isLive } from '#schemas/days.ts';
import { hrefFor } from '#schemas/paths.ts';
import { fillPlaceholders } from '#schemas/placeholders.ts';
import { MarkedSearch } from '#web/components/drawings/pen.tsx';
import { PlusSign } from '#web/components/drawings/plus-sign.tsx';
import { ActionList, ContentLinkTo, prefillLink } from '#web/components/link/action.tsx';
import { Section, SectionHead } from '#web/components/section/section.tsx';
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
  mode, linkText, searchesNote, gulfSearches[]{_key, search, city}, findLabel, findButton, nearText, missingText, askAction{${actionFields}},
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
    <div className="line-t columns-2 gap-x-6 py-8 max-md:text-[0.9375rem] lg:columns-4 [&_a]:[line-height:1.2]">
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
  return (
    <section id={section.anchor || undefined} className="frame">
      <div className="hero stacked">
        <div className="words">
          <SectionHead {...props} />
          <div>
            <CityFinder {...props} />
            <ActionList actions={section.actions} site={site} className="mt-4" />
          </div>
        </div>
        <Searches {...props} />
      </div>
      {site.gulf ? (
        <details className="question line-t py-4">
          <summary className="row-link title gap-4 text-teal">
            {site.indiaLabel}
            <PlusSign />
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  );
}

/** Each search is as large as a heading, so more would push the list of cities far down. */
const mostSearches = 12;

/**
 * Shows what people type in some of these cities, each a link to the city's page. In the Gulf, what people type there
 * comes first, each a link to the enquiry form.
 */
function Searches({ section, site }: SectionProps<'cityLinks'>) {
  const { cities, askAction, searchesNote: note, gulfSearches } = section;
  const ofGulf = (askAction && site.gulf && gulfSearches) || [];
  const searches = [
    ...ofGulf.map(({ _key, city, search }) => {
      const link = askAction && prefillLink(askAction, site, { message: `${askAction.label}: ${city}` });
      return { _key, search, name: city, link };
    }),
    ...(cities ?? []).flatMap(({ _key, name, slug, search }) => {
      const path = hrefFor({ _type: 'cityPage', slug });
      return search && path ? { _key, search, name, link: { kind: 'path' as const, path } } : [];
    }),
  ];
  if (searches.length === 0) return null;
  return (
    <div className="exhibit">
      {note ? (
        <div className="correction">
          <MarkedSearch search={note} line={1} />
        </div>
      ) : null}
      <ul className="grid gap-x-16 text-[clamp(1.1rem,2.2vw,1.8rem)]/[1.2] md:grid-cols-2">
        {searches.slice(0, mostSearches).map(({ _key, name, search, link }, line) => (
          <li key={_key} className="line-t pt-1 pb-2">
            <ContentLinkTo
              link={link}
              site={site}
              className="row-link display w-full justify-between gap-x-4"
            >
              <span>
                <MarkedSearch search={search} line={line} />
              </span>{' '}
              <small className="flex-none font-sans text-sm text-teal">{name}</small>
            </ContentLinkTo>
          </li>
        ))}
      </ul>
    </div>
  );
}
