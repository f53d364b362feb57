import { latinSlug } from '#schemas/transliteration.ts';
import data from './places.json' with { type: 'json' };

/** Groups of city pages that span states. */
const groupsOfStates = new Map<string, string[]>(Object.entries(data.wider));

export const addressOf = (name: string) => latinSlug(name, 80);

const normalized = (name: string) => addressOf(name).replaceAll('-', '');

/** Places with all spellings, listed as `Bengaluru|Bangalore`. */
const places = Object.entries(data.places).flatMap(([state, cities]) =>
  Object.entries<number[]>(cities).map(([names, [lat = 0, lng = 0]]) => ({
    names: names.split('|').map(normalized),
    state,
    location: { _type: 'geopoint', lat, lng },
  })),
);

/** A city's place in India or the Gulf, to about a kilometre; or the reason why it is unknown, with advice. */
export function findPlace(name: string, state: string | undefined): (typeof places)[number] | string {
  const known = places.filter(({ names }) => names.includes(normalized(name)));
  const fitting = known.filter(
    (one) => !state || [state, ...(groupsOfStates.get(state) ?? [])].includes(one.state),
  );
  const [place, another] = fitting;
  if (place && !another) return place;
  const states = known.map((one) => one.state).join(' and in ');
  if (place) return `${name} is in ${states}. Write the state.`;
  return states
    ? `${name} is known in ${states}, not in ${state}. Correct the state, or give latitude and longitude.`
    : `The place of “${name}” is not known. Look at its spelling, or give latitude and longitude.`;
}
