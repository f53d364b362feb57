import { type ClientConfig, createClient, type SanityClient } from '@sanity/client';
import { streamFetch } from './stream-fetch.ts';

/** The Studio's own origin passes on what is for the embedded content lake. Commands, which ask it nothing, have none. */
export const lakeAddress = `${globalThis.location?.origin ?? 'http://localhost'}/lake`;

const tabFetch = streamFetch();

/** A client of the embedded content lake. All clients of a tab share one connection for their event streams. */
export function createLakeClient(config: ClientConfig): SanityClient {
  // The Studio warns of HTTP/1.1, since streams take its connections; here they do not.
  if (typeof window !== 'undefined')
    sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString());
  return createClient({ ...config, useProjectHostname: false, resolveFetch: () => tabFetch });
}
