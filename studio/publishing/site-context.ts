import type { ClientPerspective, SanityClient } from '@sanity/client';
import { getPublishedId } from '@sanity/client/csm';
import { z } from 'zod';
import { titleExpression } from '#schemas/document-title.ts';
import { contentTypes } from '#schemas/index.ts';
import { documentsAt, pageTypes } from '#schemas/paths.ts';
import { sections } from '#schemas/sections/index.ts';
import { rawClient } from '#studio/content/raw-client.ts';
import { type Change, linkedPaths, removalsOf } from './change.ts';
import { addedToRelease } from './published-since.ts';

const documentSummary = z.object({
  _id: z.string().transform((id): string => getPublishedId(id)),
  _type: z.string(),
  title: z.string().nullable(),
});

export type DocumentSummary = z.infer<typeof documentSummary>;

const siteContext = z.object({
  redirects: z.array(z.object({ _id: z.string(), from: z.string(), to: z.string() })),
  figures: z.array(z.string()),
  /** The promises in Site settings, which have evidence of their own. */
  promises: z.array(z.unknown()),
  /** Pages at the paths that the change links to. */
  pages: z.array(z.object({ _type: z.string(), slug: z.string() })),
  /** All other documents, if the change removes something that they may use. */
  documents: z.array(documentSummary.extend({ content: z.unknown() })),
  cities: z.array(documentSummary.extend({ name: z.string(), text: z.string() })),
  /** Only for a removal: pages that list documents of this type, and possible redirect targets. */
  listers: z.array(documentSummary.extend({ slug: z.string().nullable() })),
  targets: z.array(documentSummary.extend({ slug: z.string() })),
});

export type SiteContext = z.infer<typeof siteContext> & {
  /** Documents that reference the changed document, including drafts, which also block its deletion. */
  users: DocumentSummary[];
  /** Versions of the changed document in releases and schedules, and who added them. */
  versions: (z.infer<typeof version> & { by: string })[];
};

const version = z.object({
  _id: z.string(),
  content: z.record(z.string(), z.unknown()),
  title: z.string().nullish(),
  publishAt: z.string().nullish(),
});
const summaryFields = `_id, _type, "title": ${titleExpression}`;
/** GROQ condition for pages that list all documents of a type, and so show the changed document without a reference. */
export const listsThisType = 'count(sections[_type in $listers && mode != "chosen"]) > 0';
export const listSectionsOf = (type: string) =>
  sections.filter(({ lists }) => lists === type).map((section) => section.type.name);

const query = `{
  "redirects": *[_type == "redirect" && defined(from) && defined(to)]{_id, from, to},
  "figures": coalesce(*[_id == "siteSettings"][0].figures[].key, []),
  "promises": coalesce(*[_id == "siteSettings"][0].promises, []),
  "pages": *[slug.current in $slugs][_type in $pageTypes]{_type, "slug": slug.current},
  "documents": select($loses => *[_type in $types && _id != $id]{${summaryFields}, "content": @}, []),
  "cities": select($compares => *[_type == "cityPage" && _id != $id]
    {${summaryFields}, "name": coalesce(name, ""), "text": coalesce(pt::text(insight), "")}, []),
  "listers": select($removes => *[_type == "page" && _id != $id && ${listsThisType}]
    {${summaryFields}, "slug": slug.current}, []),
  "targets": select($removes => *[_type in $pageTypes && defined(slug.current) && _id != $id]
    {${summaryFields}, "slug": slug.current}, [])
}`;

const referencesQuery = `{
  "users": *[references($id) && !(_id in [$id, "drafts." + $id])]{${summaryFields}},
  "versions": *[_id in path("versions.*." + $id)]{
    _id,
    "content": @,
    ...*[_type == "system.release" && name == string::split(^._id, ".")[1]][0]
      {"title": metadata.title, "publishAt": coalesce(publishAt, metadata.intendedPublishAt)}
  }
}`;
const references = z.object({ users: z.array(documentSummary), versions: z.array(version) });

/** Loads the content that a change may affect. Reads all documents only if the change removes something. */
export async function loadSiteContext(
  client: SanityClient,
  change: Change,
  perspective: ClientPerspective = 'published',
): Promise<SiteContext> {
  const { id, type } = change;
  const { isPageGone, anchors, figures } = removalsOf(change);
  const removes = !change.after;
  const [published, raw] = await Promise.all([
    client.withConfig({ perspective, useCdn: false }).fetch<unknown>(query, {
      id,
      pageTypes,
      types: contentTypes,
      listers: listSectionsOf(type),
      slugs: linkedPaths(change).flatMap((path) => documentsAt(path).map(({ slug }) => slug)),
      loses: isPageGone || anchors.size > 0 || figures.length > 0,
      compares: type === 'cityPage' && !removes,
      removes,
    }),
    rawClient(client).fetch<unknown>(referencesQuery, { id }),
  ]);
  const { users, versions } = references.parse(raw);
  const byId = new Map(users.map((user) => [user._id, user]));
  const planned = change.isLater || removes ? [] : versions;
  const named = planned.map(async (one) => ({
    ...one,
    by: (await addedToRelease(client, one._id))?.by ?? 'Somebody',
  }));
  return { ...siteContext.parse(published), users: [...byId.values()], versions: await Promise.all(named) };
}
