import { type ClientConfig, createClient, type SanityClient } from '@sanity/client';
import { streamFetch } from './stream-fetch.ts';

/** The Studio's origin proxies the embedded content lake; commands have no origin and never ask it. */
export const lakeAddress = `${globalThis.location?.origin ?? 'http://localhost'}/lake`;

const tabFetch = streamFetch();

/** A client of the embedded content lake; a tab's clients share one connection for event streams. */
export function createLakeClient(config: ClientConfig): SanityClient {
  // Silences the Studio's HTTP/1.1 warning: streams take no extra connections here.
  if (typeof window !== 'undefined')
    sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString());
  return createClient({ ...config, useProjectHostname: false, resolveFetch: () => tabFetch });
}
