import { hrefFor } from '#schemas/paths.ts';
import { latinSlug } from '#schemas/transliteration.ts';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { TextField } from '#web/components/field/field.tsx';
import { Action } from '#web/components/link/action.tsx';
import { findRedirect } from '#web/content/find-redirect.ts';
import type { PageQuery, Section, SectionProps } from '#web/content/types.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { type City, findCity } from './find-city.ts';

/** Value of the parameter `tool` in the addresses of this form. */
const tool = 'city';

/** Maximum characters of a city's name. */
const maxNameLength = 80;

const typedIn = (query: PageQuery | undefined) =>
  query?.tool === tool ? (readInput(query, [tool])[tool] ?? '') : '';

const findPath = ({ slug }: Pick<City, 'slug'>) => hrefFor({ _type: 'cityPage', slug });

/**
 * Returns the path of the city that a visitor entered, if the page has a list of all cities with this city. A redirect
 * from the address of the entered name counts as another name.
 */
export async function findCityPath(sections: readonly Section[], query: PageQuery): Promise<string | null> {
  const list = sections.find((section) => section._type === 'cityLinks' && section.mode === 'all');
  if (list?._type !== 'cityLinks' || !list.cities) return null;
  const cities: NonNullable<typeof list.cities> = list.cities;
  const typed = typedIn(query);
  const { city } = findCity(cities, typed);
  if (city) return findPath(city);
  const address = findPath({ slug: latinSlug(typed, maxNameLength) });
  const redirect = address ? await findRedirect(address) : null;
  return redirect && cities.some((one) => findPath(one) === redirect.to) ? redirect.to : null;
}

/** A box that finds a city's page. Names with a page lead there; others get the cities with a similar name, and an offer. */
export function CityFinder({ section, site, path, query }: SectionProps<'cityLinks'>) {
  const { _key, findLabel, findButton, nearText, missingText, askAction } = section;
  if (!findLabel || !findButton) return null;
  const typed = typedIn(query);
  const { near } = findCity(section.cities ?? [], typed);
  return (
    <div id="find" className="max-w-measure">
      <form
        action={`${path}#found`}
        {...agentTool('find_city', 'Finds the page of a city. A person sends the name.')}
        className="flex items-end gap-3"
      >
        <input type="hidden" name="tool" value={tool} />
        <div className="grow">
          <TextField
            id={`${_key}-city`}
            label={findLabel}
            input={{
              name: tool,
              defaultValue: typed,
              maxLength: maxNameLength,
              autoComplete: 'address-level2',
              required: true,
            }}
          />
        </div>
        <button type="submit" className="action action-primary flex-none whitespace-nowrap">
          {findButton}
        </button>
      </form>
      {typed ? (
        <div id="found" tabIndex={-1} role="status" className="notice mt-4 p-4">
          {near.length > 0 ? (
            <div className="mb-3 flex flex-wrap items-baseline gap-x-6">
              <p>{nearText}</p>
              <ul className="cities flex flex-wrap gap-x-6">
                {near.map((one) => (
                  <li key={one._key}>
                    <a href={findPath(one) ?? undefined}>{one.name}</a>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          <p className="mb-3">
            <b dir="auto">{typed}</b>: {missingText}
          </p>
          <Action action={askAction} site={site} message={`${askAction?.label}: ${typed}`} />
        </div>
      ) : null}
    </div>
  );
}
