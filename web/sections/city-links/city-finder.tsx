import { hrefFor } from '#schemas/paths.ts';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { TextField } from '#web/components/field/field.tsx';
import { Action } from '#web/components/link/action.tsx';
import type { PageQuery, Section, SectionProps } from '#web/content/types.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { findCity } from './find-city.ts';

/** Value of the parameter `tool` in the addresses of this form. */
const tool = 'city';

const typedIn = (query: PageQuery | undefined) =>
  query?.tool === tool ? (readInput(query, [tool])[tool] ?? '') : '';

/** Returns the path of the city that a visitor entered, if the page has a list of all cities with this city. */
export function cityAsked(sections: readonly Section[], query: PageQuery): string | null {
  const list = sections.find((section) => section._type === 'cityLinks' && section.mode === 'all');
  if (list?._type !== 'cityLinks' || !list.cities) return null;
  const cities: NonNullable<typeof list.cities> = list.cities;
  const { city } = findCity(cities, typedIn(query));
  return city ? hrefFor({ _type: 'cityPage', slug: city.slug }) : null;
}

/** A box that finds a city's page. Names with one page lead there; others get the pages with a similar name, or an offer. */
export function CityFinder({ section, site, path, query }: SectionProps<'cityLinks'>) {
  const { _key, findLabel, findButton, missingText, askAction } = section;
  if (!findLabel || !findButton) return null;
  const typed = typedIn(query);
  const { near } = findCity(section.cities ?? [], typed);
  return (
    <div id="find" className="max-w-measure">
      <form
        action={`${path}#find`}
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
              maxLength: 80,
              autoComplete: 'address-level2',
              required: true,
            }}
          />
        </div>
        <button type="submit" className="action flex-none whitespace-nowrap">
          {findButton}
        </button>
      </form>
      {typed ? (
        <div role="status" className="notice mt-4 p-4">
          {near.length > 0 ? (
            <ul className="cities flex flex-wrap gap-x-6">
              {near.map(({ _key: key, name, slug }) => (
                <li key={key}>
                  <a href={hrefFor({ _type: 'cityPage', slug }) ?? undefined}>{name}</a>
                </li>
              ))}
            </ul>
          ) : (
            <>
              <p className="mb-3">
                <b dir="auto">{typed}</b>: {missingText}
              </p>
              <Action action={askAction} site={site} message={`${askAction?.label}: ${typed}`} />
            </>
          )}
        </div>
      ) : null}
    </div>
  );
}
