import type { SanityClient } from '@sanity/client';
import pLimit from 'p-limit';
import { validateDocument } from 'sanity';
import { z } from 'zod';
import { rawClient } from '#studio/content/raw-client.ts';
import { loadSiteContext } from '#studio/publishing/site-context.ts';
import { columns, storedCity } from './columns.ts';
import { type PlannedCity, planCities } from './plan.ts';
import type { Row } from './table.ts';

type Workspace = Parameters<typeof validateDocument>[0]['workspace'];

/** Reads all city pages, including drafts. */
export async function readCities(client: SanityClient) {
  const all = rawClient(client);
  return z
    .array(storedCity)
    .parse(await all.fetch<unknown>('*[_type == "cityPage" && !(_id in path("versions.**"))] | order(_id)'));
}

/** Checks a table row by row without writing anything. Stops if `onProgress` throws. */
export async function checkCities(
  rows: Row[],
  client: SanityClient,
  workspace: Workspace,
  onProgress: (done: number) => void,
): Promise<PlannedCity[]> {
  const stored = await readCities(client);
  const context = await loadSiteContext(client, {
    id: 'cityPage',
    type: 'cityPage',
    before: null,
    after: {},
  });
  let done = 0;
  return pLimit(10).map(planCities(rows, stored, context), async (planned) => {
    onProgress(done++);
    const errors = await validationErrors(planned, workspace);
    if (errors.length === 0) return planned;
    const reasons = planned.outcome === 'error' ? planned.reasons : [];
    return { ...planned, outcome: 'error' as const, reasons: [...reasons, ...errors] };
  });
}

async function validationErrors(
  { id, name, city, changed }: PlannedCity,
  workspace: Workspace,
): Promise<string[]> {
  if (changed.size === 0 || !name) return [];
  const own = { _id: id, _type: 'cityPage', _rev: '', _createdAt: '', _updatedAt: '' };
  const markers = await validateDocument({ document: { ...city, ...own }, workspace });
  const broken = new Map<unknown, string>();
  for (const { level, path, message } of markers) {
    const [field] = path;
    const title = columns.find((column) => column.field === field)?.title ?? field;
    // A mistyped state would silently create a new group of cities, so its warning counts as an error here.
    const isError = level === 'error' || (level === 'warning' && field === 'state');
    // `planCities` already reports unknown places.
    const isReported = !city.location && (field === 'location' || (field === 'state' && !city.state));
    if (isError && !isReported && !broken.has(field))
      broken.set(field, message === 'Required' ? `Fill in “${title}”.` : `${title}: ${message}`);
  }
  return [...broken.values()];
}
