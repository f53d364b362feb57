import type { SanityClient } from '@sanity/client';

/** Returns a client that reads every version of a document as it is stored now. */
export const rawClient = (client: SanityClient) => client.withConfig({ perspective: 'raw', useCdn: false });
