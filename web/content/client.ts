import { createClient } from 'next-sanity';
import { siteSettings } from '#web/env.ts';

const apiVersion = '2026-02-01';

/**
 * The content API, embedded or hosted. Never through the CDN: after a publish it can be one edit behind, and pages
 * are cached here anyway. Without a token it sees published documents only.
 */
export function publishedClient() {
  const { apiHost, projectId, dataset } = siteSettings().sanity;
  return createClient({
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    perspective: 'published',
    stega: false,
    // One, for a connection that was closed while it rested.
    maxRetries: 1,
    // Server processes cannot rely on resolving `<project>.localhost`.
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
  });
}

/** The same with unpublished changes on top. Throws when no token is set. */
export function draftClient() {
  const token = siteSettings().sanity.readToken;
  if (!token)
    throw new Error('Previews need SANITY_API_READ_TOKEN, a token with the viewer role. Set it in .env.');
  return publishedClient().withConfig({ token, perspective: 'drafts' });
}
