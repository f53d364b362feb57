import { type ClientConfig, createClient, type SanityClient } from '@sanity/client';
import { streamFetch } from './stream-fetch.ts';

/** Address of the content lake behind the Studio's origin. Node scripts have no origin, and send no requests. */
export const lakeAddress = `${globalThis.location?.origin ?? 'http://localhost'}/lake`;

const tabFetch = streamFetch();

/** Creates a client of the embedded content lake. All clients of a tab share one connection for event streams. */
export function createLakeClient(config: ClientConfig): SanityClient {
  // Turns off the Studio's warning about HTTP/1.1, because streams need no extra connections here.
  if (typeof window !== 'undefined')
    sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString());
  return createClient({ ...config, useProjectHostname: false, resolveFetch: () => tabFetch });
}
