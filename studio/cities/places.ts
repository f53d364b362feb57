import { latinSlug } from '#schemas/latin.ts';
import data from './places.json' with { type: 'json' };

/** Groups of city pages that reach into other states. */
const wider = new Map<string, string[]>(Object.entries(data.wider));

/** The end of the address of a city's page, made from its name. */
export const addressOf = (name: string) => latinSlug(name, 80);

const comparable = (name: string) => addressOf(name).replaceAll('-', '');

/** Every place with the spellings of its name, which stand in the list as `Bengaluru|Bangalore`. */
const places = Object.entries(data.places).flatMap(([state, cities]) =>
  Object.entries<number[]>(cities).map(([names, [lat = 0, lng = 0]]) => ({
    names: names.split('|').map(comparable),
    state,
    location: { _type: 'geopoint', lat, lng },
  })),
);

/** The place of a city of India or the Gulf, to about a kilometre; or why it is not known and what to do. */
export function findPlace(name: string, state: string | undefined): (typeof places)[number] | string {
  const known = places.filter(({ names }) => names.includes(comparable(name)));
  const fitting = known.filter((one) => !state || [state, ...(wider.get(state) ?? [])].includes(one.state));
  const [place, another] = fitting;
  if (place && !another) return place;
  const states = known.map((one) => one.state).join(' and in ');
  if (place) return `${name} is in ${states}. Write the state.`;
  return states
    ? `${name} is known in ${states}, not in ${state}. Correct the state, or give latitude and longitude.`
    : `The place of “${name}” is not known. Look at its spelling, or give latitude and longitude.`;
}
