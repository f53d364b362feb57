import { getPublishedId } from '@sanity/client/csm';
import type { SlugValue, ValidationContext } from 'sanity';
import { apiVersion } from './api-version.ts';
import { documentsAt, hrefFor, isNonPagePath, pageTypes } from './paths.ts';

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

interface PathOwner {
  _id: string;
  _type: string;
  slug: string | null;
}

/**
 * Refuses an invalid or taken slug. Sanity checks uniqueness within a type only, but paths must be unique across types:
 * a page and a policy `terms` would both be `/terms`. Returns true or the error message.
 */
export async function checkSlug(
  value: SlugValue | undefined,
  context: Pick<ValidationContext, 'document' | 'getClient'>,
) {
  const slug = value?.current;
  const { document } = context;
  if (!slug || !document) return 'Enter an address for the page.';
  if (!slugPattern.test(slug))
    return 'Use lowercase letters, digits and single hyphens, for example tender-services.';
  const path = hrefFor({ _type: document._type, slug });
  if (!path) return true;
  if (isNonPagePath(path)) return `The site itself uses ${path}. Enter another address.`;
  const id = getPublishedId(document._id);
  const others = await context
    .getClient({ apiVersion })
    .withConfig({ perspective: 'raw', useCdn: false })
    .fetch<PathOwner[]>('*[_type in $types && slug.current in $slugs]{_id, _type, "slug": slug.current}', {
      types: pageTypes,
      // A page `seo-services-delhi` and a city page `delhi` also share a path.
      slugs: documentsAt(path).map((document) => document.slug),
    });
  const owner = others.find((other) => getPublishedId(other._id) !== id && hrefFor(other) === path);
  return owner ? `Another page has the address ${path}. Enter another address.` : true;
}
