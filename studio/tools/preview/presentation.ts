import { map, of, retry } from 'rxjs';
import type { DocumentLocation, DocumentLocationResolver, DocumentResolver } from 'sanity/presentation';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { singletonTypes } from '#schemas/index.ts';
import { documentsAt, hrefFor, isPageType, pageTypes } from '#schemas/paths.ts';
import { textOf } from '#schemas/property.ts';
import { isSingleton, type SingletonType } from '#studio/content/singletons.ts';
import { listSectionsOf, listsThisType } from '#studio/publishing/site-context.ts';

const shown = z.array(
  z.object({ _id: z.string(), _type: z.string(), slug: z.string().nullable(), title: z.string().nullable() }),
);

const used = z.object({ self: shown, users: shown, singletons: z.array(z.enum(singletonTypes)) });

const projection = `{_id, _type, "slug": slug.current, "title": ${titleExpression}}`;

/** Pages that show each singleton, listed here because pages do not reference singletons. */
const everywhere: Record<SingletonType, { message: string; locations: DocumentLocation[] }> = {
  siteSettings: { message: 'Used on every page', locations: [{ title: 'Every page', href: '/' }] },
  cityPageTemplate: {
    message: 'Used on every city page',
    locations: [{ title: 'Every city page', href: '/seo-locations' }],
  },
  approvalRules: { message: 'Not shown on the site', locations: [] },
};

/** Opens the form when a text of the preview is tapped on a narrow screen, where Presentation shows only one of the two. */
export function openFormOnTap(): void {
  globalThis.window?.addEventListener('message', ({ data }) => {
    const isTap = textOf(data, 'type') === 'overlay/focus';
    if (isTap) document.getElementById('presentation-narrow-tab-content')?.click();
  });
}

function locationOf(document: z.infer<typeof shown>[number]): DocumentLocation[] {
  const href = hrefFor(document);
  return href ? [{ title: document.title ?? href, href }] : [];
}

/**
 * Lists where a document is used: its own page, and pages that list or reference it. Uses through the city template, or
 * through the menu and footer, are one entry each.
 */
export const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) => {
  if (isSingleton(type)) return of(everywhere[type]);
  // Redirects are never shown on a page.
  if (type === 'redirect') return null;
  return documentStore
    .listenQuery(
      {
        fetch: `{
          "self": *[_id == $id]${projection},
          "users": *[_type in $pageTypes && _id != $id && (references($id) || ${listsThisType})]
            | order(_type desc, title asc)${projection},
          "singletons": *[_id in $singletons && references($id)]._id
        }`,
        listen: '*[_type in $pageTypes || _id in $singletons || _id in [$id, "drafts." + $id]]',
      },
      { id, pageTypes, singletons: [...singletonTypes], listers: listSectionsOf(type) },
      { apiVersion, perspective: 'drafts', tag: 'presentation.locations', throttleTime: 1000 },
    )
    .pipe(
      map((result) => {
        const { self, users, singletons } = used.parse(result);
        const found = [
          ...[...self, ...users].flatMap(locationOf),
          ...singletons.flatMap((type) => everywhere[type].locations),
        ];
        return found.length > 0
          ? { locations: found }
          : {
              message: isPageType(type)
                ? 'Not on the site yet. Fill in the “Address” field.'
                : 'Not used on any page yet',
              tone: 'caution' as const,
            };
      }),
      // An uncaught error would crash the whole form.
      retry({ delay: 1000 }),
    );
};

export const mainDocuments: DocumentResolver[] = [
  { route: '/', ...documentAt('/') },
  { route: '/:path+', resolve: ({ path }) => documentAt(path.startsWith('/') ? path : `/${path}`) },
];

function documentAt(path: string) {
  const params = Object.fromEntries(documentsAt(path).map(({ _type, slug }) => [_type, slug]));
  const conditions = Object.keys(params).map((type) => `_type == "${type}" && slug.current == $${type}`);
  return { filter: conditions.join(' || '), params };
}
