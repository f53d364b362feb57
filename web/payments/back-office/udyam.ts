import { z } from 'zod';
import { second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';

const query = '*[_type == "siteSettings" && _id == "siteSettings"][0].udyam > ""';

/** Returns whether the site settings have an Udyam number; false if the content API does not respond. */
export async function hasUdyam(): Promise<boolean> {
  const { apiHost, projectId, dataset } = siteSettings().sanity;
  const host = apiHost ?? `https://${projectId}.api.sanity.io`;
  const address = `${host}/v2025-02-19/data/query/${dataset}?${new URLSearchParams({ query, perspective: 'published' })}`;
  const read = (signal: AbortSignal) =>
    fetch(address, { signal, cache: 'no-store' }).then((all) => all.json());
  const found: unknown = await withTimeout(5 * second, read).catch(() => undefined);
  return z.object({ result: z.literal(true) }).safeParse(found).success;
}
