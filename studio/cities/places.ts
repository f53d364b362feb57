import { latinSlug } from '#schemas/transliteration.ts';
import data from './places.json' with { type: 'json' };

/** Groups of city pages that span several states, with the states in each. */
const groupsOfStates = new Map<string, string[]>(Object.entries(data.wider));

export const addressOf = (name: string) => latinSlug(name, 80);

const normalized = (name: string) => addressOf(name).replaceAll('-', '');

/** Known places, accurate to about a kilometre. The data lists alternative spellings as `Bengaluru|Bangalore`. */
const places = Object.entries(data.places).flatMap(([state, cities]) =>
  Object.entries<number[]>(cities).map(([names, [lat = 0, lng = 0]]) => ({
    names: names.split('|').map(normalized),
    state,
    location: { _type: 'geopoint', lat, lng },
  })),
);

/** Finds a city in India or the Gulf. Returns an error message if the name is unknown or ambiguous. */
export function findPlace(name: string, state: string | undefined): (typeof places)[number] | string {
  const known = places.filter(({ names }) => names.includes(normalized(name)));
  const fitting = known.filter(
    (one) => !state || [state, ...(groupsOfStates.get(state) ?? [])].includes(one.state),
  );
  const [place, another] = fitting;
  if (place && !another) return place;
  const states = known.map((one) => one.state).join(' and in ');
  if (place) return `${name} exists in ${states}. Enter the state.`;
  return states
    ? `${name} is in ${states}, not in ${state}. Correct the state, or enter latitude and longitude.`
    : `“${name}” was not found. Check the spelling, or enter latitude and longitude.`;
}
