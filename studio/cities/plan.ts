import { getPublishedId } from '@sanity/client/csm';
import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { knownState } from '#schemas/states.ts';
import { plainText } from '#studio/content/traverse.ts';
import { effectsOf } from '#studio/publishing/effects.ts';
import { redirectsFrom } from '#studio/publishing/redirects.ts';
import { type CityText, similarityFinder } from '#studio/publishing/similarity.ts';
import type { SiteContext } from '#studio/publishing/site-context.ts';
import { columns, type StoredCity } from './columns.ts';
import { addressOf, findPlace } from './places.ts';
import type { Row } from './table.ts';

/** A row as it would be published, with the problems found in it. */
export interface PlannedCity {
  row: number;
  name: string;
  /** `review`: can be published, but an editor should check it first. */
  outcome: 'error' | 'review' | 'new' | 'changed' | 'unchanged';
  reasons: string[];
  /** The most similar city, with the share (0 to 1) of identical text. */
  similarity: { share: number; city: CityText } | undefined;
  id: string;
  city: Record<string, unknown>;
  /** Titles of columns that differ from the published page, mapped to their fields. */
  changed: Map<string, string>;
  before: StoredCity | undefined;
}

const normalized = (name = '') => name.trim().toLowerCase();

export function planCities(rows: Row[], stored: StoredCity[], context: SiteContext): PlannedCity[] {
  const planned = rows.map((row) => planRow(row, stored, context));
  const read = planned.map((one) => {
    const { id, name, city } = one;
    return { one, text: { _id: id, _type: 'cityPage', title: name, name, text: plainText(city.insight) } };
  });
  const others = context.cities.filter(({ _id }) => planned.every(({ id }) => id !== _id));
  const similarityTo = similarityFinder([...others, ...read.map(({ text }) => text)]);
  return read.map(({ one, text }) => {
    const { row, id, city, changed, before } = one;
    const similarity = changed.has('Text') ? similarityTo(text, ({ _id }) => _id === id) : undefined;
    const change = { id, type: 'cityPage', before, after: city };
    const near = { ...context, cities: similarity ? [similarity.city] : [] };
    const effects = changed.size > 0 ? effectsOf(change, near) : [];
    const textsWith = (level: string) =>
      effects.flatMap(({ severity, text }) => (severity === level ? text : []));
    const first = planned.find((other) => other.name && other.id === id)?.row ?? row;
    const twice = first < row ? [`Row ${first} is the same city. Keep one of them.`] : [];
    const refused = [...one.reasons, ...twice, ...textsWith('error')];
    const reasons = refused.length > 0 ? refused : textsWith('warning');
    const ready = changed.size === 0 ? 'unchanged' : before ? 'changed' : 'new';
    const outcome = refused.length > 0 ? 'error' : reasons.length > 0 ? 'review' : ready;
    return { ...one, outcome, reasons, similarity };
  });
}

/** Returns whether two places are within about two kilometres of each other, and so must be the same city. */
const isNear = (one: unknown, other: unknown) =>
  ['lat', 'lng'].every(
    (name) => Math.abs(Number(propertyOf(one, name)) - Number(propertyOf(other, name))) < 0.02,
  );

function planRow({ number, cells }: Row, stored: StoredCity[], { redirects }: SiteContext) {
  const { City: name = '', State: state = '', Address: address } = cells;
  const isIn = (one: StoredCity) => !state || textOf(one, 'state') === (knownState(state) ?? state);
  const namesake = stored.find((one) => normalized(textOf(one, 'name')) === normalized(name) && isIn(one));
  const found = address ? stored.find((one) => textOf(one.slug, 'current') === address) : namesake;
  const before = stored.find(({ _id }) => found && _id === getPublishedId(found._id));
  const slug = address || textOf(before?.slug, 'current') || addressOf(name);
  const city: Record<string, unknown> = { ...before };
  const changed = new Map<string, string>();
  for (const { title, field, read, write } of columns) {
    const [is, cell] = [read(city[field]), field === 'slug' ? slug : cells[title]];
    // The code below fills in these fields from the city's name.
    const isInferred = !cell && ['state', 'slug', 'location'].includes(field);
    if (cell === undefined || cell === is.trim() || isInferred) continue;
    city[field] = write(cell, city[field]);
    if (read(city[field]) !== is) changed.set(title, field);
  }
  const reasons: string[] = [];
  const isPlaced = ['lat', 'lng'].every((one) => typeof propertyOf(city.location, one) === 'number');
  const place = isPlaced || !name ? undefined : findPlace(name, textOf(city, 'state'));
  if (!name) reasons.push('Enter the name of the city.');
  if (typeof place === 'string') reasons.push(place);
  else if (place) Object.assign(city, { location: place.location, state: city.state ?? place.state });
  if (place) changed.set('State', 'state').set('Latitude', 'location');
  if (changed.size > 0 && found && stored.some(({ _id }) => _id === `drafts.${getPublishedId(found._id)}`))
    reasons.push('This city has unpublished changes. Publish or discard them first.');
  const other = found ? undefined : (namesake ?? stored.find((one) => isNear(one.location, city.location)));
  if (other) {
    const change = `To change that page, enter ${textOf(other.slug, 'current')} as the address.`;
    reasons.push(`The site already has this city as ${textOf(other, 'name')}. ${change}`);
  }
  const path = hrefFor({ _type: 'cityPage', slug });
  const [redirect] = before || !path ? [] : redirectsFrom(redirects, path);
  if (redirect)
    reasons.push(`${path} redirects to ${redirect.to}. Delete the redirect, or choose another address.`);
  let id = before?._id ?? `cityPage-${slug}`;
  while (!before && stored.some(({ _id }) => getPublishedId(_id) === id)) id += '-2';
  return { row: number, name, reasons, id, city, changed, before };
}
