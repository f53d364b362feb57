import { ClientError, type SanityClient } from '@sanity/client';
import type { PlannedCity } from './plan.ts';

/** Cities per transaction. An editor who publishes meanwhile waits for one batch at most. */
const batchSize = 20;

/**
 * Publishes cities in batches. Skips and returns cities that changed since the plan was made. `shouldStop` receives the
 * number of cities done, and stops the run if it returns true. To resume, call again with a new plan.
 */
export async function publishCities(
  client: SanityClient,
  cities: PlannedCity[],
  shouldStop: (done: number) => boolean,
): Promise<{ count: number; skipped: PlannedCity[] }> {
  const skipped: PlannedCity[] = [];
  let at = 0;
  for (; at < cities.length && !shouldStop(at); at += batchSize) {
    const batch = cities.slice(at, at + batchSize);
    if (!(await write(client, batch)))
      for (const city of batch) if (!(await write(client, [city]))) skipped.push(city);
  }
  return { count: Math.min(at, cities.length) - skipped.length, skipped };
}

/** Writes all cities in one transaction. Returns false without writing if one of them has changed since the plan. */
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
