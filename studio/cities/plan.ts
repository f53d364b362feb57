import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { knownState } from '#schemas/states.ts';
import { effectsOf } from '#studio/publishing/effects.ts';
import { likenessAmong } from '#studio/publishing/likeness.ts';
import { wordsOf } from '#studio/publishing/parts.ts';
import { redirectsFrom } from '#studio/publishing/redirects.ts';
import type { Surroundings } from '#studio/publishing/surroundings.ts';
import { columns, type StoredCity } from './columns.ts';
import { addressOf, findPlace } from './places.ts';
import type { Row } from './table.ts';

/** A row of the table as it would be published, and what is to be said about it. */
export interface PlannedCity {
  row: number;
  name: string;
  /** What becomes of it; `look` is new or changed, and wants to be looked at first. */
  outcome: 'refused' | 'look' | 'new' | 'changed' | 'unchanged';
  reasons: string[];
  /** The share (0 to 1) of its text that is on the page of another city too. */
  likeness?: { share: number; name: string };
  id: string;
  city: Record<string, unknown>;
  /** The columns in which it differs from what is published, each with its field. */
  changed: Map<string, string>;
  /** The published city that it changes. */
  before: StoredCity | undefined;
}

/** Fields that are found from the name of the city while their cells are empty. */
const inferred = ['state', 'slug', 'location'];

const publishedId = (id: string) => id.replace(/^drafts\./, '');
const comparable = (name = '') => name.trim().toLowerCase();
const comparedText = ({ id, name, city }: PlannedCity) => ({
  _id: id,
  _type: 'cityPage',
  title: name,
  name,
  text: wordsOf(city.insight),
});

/** What a table does to the cities as they are stored, drafts included, but for the rules of the schema. */
export function planCities(rows: Row[], stored: StoredCity[], around: Surroundings): PlannedCity[] {
  const planned = rows.map((row) => planRow(row, stored, around));
  const firstRows = new Map<string, number>();
  for (const { id, row, name, reasons } of planned) {
    const first = firstRows.get(id);
    if (first) reasons.push(`Row ${first} is the same city. Keep one of them.`);
    else if (name) firstRows.set(id, row);
  }
  const others = around.cities.filter(({ _id }) => planned.every(({ id }) => id !== _id));
  const likenessOf = likenessAmong([...others, ...planned.map(comparedText)]);
  for (const one of planned) {
    const { id, city, before = null, reasons, changed } = one;
    if (changed.size === 0) continue;
    const found = changed.has('Text') && likenessOf(comparedText(one), ({ _id }) => _id === id);
    if (found) one.likeness = { share: found.share, name: found.city.name };
    const change = { id, type: 'cityPage', before, after: city };
    const effects = effectsOf(change, { ...around, cities: found ? [found.city] : [] });
    const said = (wanted: string) => effects.flatMap(({ weight, text }) => (weight === wanted ? text : []));
    reasons.push(...said('refused'));
    if (reasons.length > 0) one.outcome = 'refused';
    else if (said('look').length > 0) Object.assign(one, { outcome: 'look', reasons: said('look') });
  }
  return planned;
}

/** Whether two places are less than about two kilometres apart: one city under two names. */
const isNear = (one: unknown, other: unknown) =>
  ['lat', 'lng'].every(
    (name) => Math.abs(Number(propertyOf(one, name)) - Number(propertyOf(other, name))) < 0.02,
  );

function planRow(row: Row, stored: StoredCity[], { redirects }: Surroundings): PlannedCity {
  const { City: name = '', State: state = '', Address: address } = row.cells;
  const isIn = (one: StoredCity) => !state || textOf(one, 'state') === (knownState(state) ?? state);
  const namesake = stored.find((one) => comparable(textOf(one, 'name')) === comparable(name) && isIn(one));
  const found = address ? stored.find((one) => textOf(one.slug, 'current') === address) : namesake;
  const before = stored.find(({ _id }) => found && _id === publishedId(found._id));
  const slug = address || textOf(before?.slug, 'current') || addressOf(name);
  const cells: Row['cells'] = { ...row.cells, Address: slug };
  const city: Record<string, unknown> = { ...before };
  const changed = new Map<string, string>();
  for (const { title, field, read, write } of columns) {
    const [is, cell] = [read(city[field]), cells[title]];
    if (cell === undefined || cell === is.trim() || (!cell && inferred.includes(field))) continue;
    city[field] = write(cell, city[field]);
    if (read(city[field]) !== is) changed.set(title, field);
  }
  const reasons: string[] = [];
  const isPlaced = ['lat', 'lng'].every((one) => typeof propertyOf(city.location, one) === 'number');
  const place = isPlaced || !name ? undefined : findPlace(name, textOf(city, 'state'));
  if (!name) reasons.push('Write the name of the city.');
  if (typeof place === 'string') reasons.push(place);
  else if (place) Object.assign(city, { location: place.location, state: city.state ?? place.state });
  if (place) changed.set('State', 'state').set('Latitude', 'location');
  if (changed.size > 0 && found && stored.some(({ _id }) => _id === `drafts.${publishedId(found._id)}`))
    reasons.push('It has changes that nobody has published. Publish or discard them on its page first.');
  const other = found ? undefined : (namesake ?? stored.find((one) => isNear(one.location, city.location)));
  if (other) {
    const change = `Write ${textOf(other.slug, 'current')} as its address to change that page.`;
    reasons.push(`The site has this city as ${textOf(other, 'name')}. ${change}`);
  }
  const path = hrefFor({ _type: 'cityPage', slug });
  const [redirect] = before || !path ? [] : redirectsFrom(redirects, path);
  if (redirect)
    reasons.push(`A redirect leads ${path} to ${redirect.to}. Delete it, or choose another address.`);
  let id = before?._id ?? `cityPage-${slug}`;
  while (!before && stored.some(({ _id }) => publishedId(_id) === id)) id += '-2';
  const outcome =
    reasons.length > 0 ? 'refused' : !before ? 'new' : changed.size > 0 ? 'changed' : 'unchanged';
  return { row: row.number, name, outcome, reasons, id, city, changed, before };
}
