import { map, of } from 'rxjs';
import type { DocumentLocation, DocumentLocationResolver, DocumentResolver } from 'sanity/presentation';
import { z } from 'zod';
import { citySlugOf, homeSlug, hrefFor, pageTypes } from '#schemas/paths.ts';
import { apiVersion } from '#studio/api-version.ts';
import { isSingleton } from '#studio/singletons.ts';

const shown = z.array(
  z.object({ _id: z.string(), _type: z.string(), slug: z.string().nullable(), title: z.string().nullable() }),
);

const projection = '{_id, _type, "slug": slug.current, "title": coalesce(title, name)}';

/** Where each singleton shows; it is not referenced by the pages that use it. */
const everywhere: Record<string, { message: string; locations: DocumentLocation[] }> = {
  siteSettings: { message: 'Used on every page', locations: [{ title: 'Home', href: '/' }] },
  cityPageTemplate: {
    message: 'Used on every city page',
    locations: [{ title: 'All cities', href: '/seo-locations' }],
  },
};

function locationOf(document: z.infer<typeof shown>[number]): DocumentLocation[] {
  const href = hrefFor(document);
  return href ? [{ title: document.title ?? href, href }] : [];
}

/**
 * "Used on these pages": the document's own address, and every page that refers to it. Pages that refer to it
 * through another document, such as a service in a menu, are not listed.
 */
export const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  if (isSingleton(type)) return of(everywhere[type] ?? null);
  return documentStore
    .listenQuery(
      {
        fetch: `{
          "self": *[_id == $id]${projection},
          "users": *[_type in $pageTypes && _id != $id && references($id)] | order(_type desc, title asc)${projection}
        }`,
        listen: '*[_type in $pageTypes || _id in [$id, "drafts." + $id]]',
      },
      { id, pageTypes: [...pageTypes] },
      { apiVersion, perspective: 'drafts', tag: 'presentation.locations', throttleTime: 1000 },
    )
    .pipe(
      map((result) => {
        const { self, users } = z.object({ self: shown, users: shown }).parse(result);
        const found = [...self, ...users].flatMap(locationOf);
        return found.length > 0
          ? { locations: found }
          : { message: 'Not used on any page yet', tone: 'caution' as const };
      }),
    );
};

/** The document that is edited when the preview shows a path. */
export const mainDocuments: DocumentResolver[] = [
  { route: '/', filter: '_type == "page" && slug.current == $slug', params: { slug: homeSlug } },
  {
    route: '/:path+',
    resolve: ({ path }) => {
      const city = citySlugOf(path);
      return city
        ? { filter: '_type == "cityPage" && slug.current == $slug', params: { slug: city } }
        : {
            filter: '_type in ["page", "policy"] && slug.current == $slug',
            params: { slug: path.replace(/^\//, '') },
          };
    },
  },
];
