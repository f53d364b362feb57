import { ClientError, type SanityClient } from '@sanity/client';
import type { PlannedCity } from './plan.ts';

/** Cities in one transaction: each is whole or not there, and what others publish waits for no more than one. */
const atOnce = 20;

/**
 * Publishes cities, each only if it is still what the plan was made from, and says how far it is; true stops it. Gives
 * how many it were, and those that somebody else has written meanwhile. Repeated with a new plan, it does what is left.
 */
export async function publishCities(
  client: SanityClient,
  cities: PlannedCity[],
  isStopped: (done: number) => boolean,
): Promise<{ count: number; overtaken: PlannedCity[] }> {
  const overtaken: PlannedCity[] = [];
  let at = 0;
  for (; at < cities.length && !isStopped(at); at += atOnce) {
    const batch = cities.slice(at, at + atOnce);
    if (!(await write(client, batch)))
      for (const city of batch) if (!(await write(client, [city]))) overtaken.push(city);
  }
  return { count: Math.min(at, cities.length) - overtaken.length, overtaken };
}

/** Whether all of them were written; otherwise none was, since one is not what it was any more. */
async function write(client: SanityClient, cities: PlannedCity[]): Promise<boolean> {
  const transaction = client.transaction();
  for (const { id, city, before, changed } of cities) {
    const fields = [...changed.values()];
    const set = Object.fromEntries(fields.map((field) => [field, city[field]]));
    const unset = fields.filter((field) => city[field] === undefined);
    if (before) transaction.patch(id, { ifRevisionID: before._rev, set, unset });
    else transaction.create({ ...city, _id: id, _type: 'cityPage' });
  }
  try {
    await transaction.commit();
    return true;
  } catch (error) {
    if (error instanceof ClientError && error.statusCode === 409) return false;
    throw error;
  }
}
