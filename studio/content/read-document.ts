import type { SanityClient, SanityDocument } from '@sanity/client';
import { getDraftId, getPublishedId } from '@sanity/client/csm';
import { rawClient } from './raw-client.ts';

/** Reads the draft and the published document of an id as they are now; null for one that does not exist. */
export async function readDocument(client: SanityClient, id: string) {
  const raw = rawClient(client);
  const published = getPublishedId(id);
  const [draft = null, live = null] = await raw.getDocuments<SanityDocument>([
    getDraftId(published),
    published,
  ]);
  return { draft, published: live };
}
