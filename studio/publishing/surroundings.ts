import type { ClientPerspective, SanityClient } from '@sanity/client';
import { z } from 'zod';
import { documents as contentTypes, singletonTypes } from '#schemas/index.ts';
import { documentsAt, pageTypes } from '#schemas/paths.ts';
import { sections } from '#schemas/sections/index.ts';
import { type Change, lossesOf, pathsLedTo } from './effects.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
const place = z.object({ _id: z.string(), _type: z.string(), title: z.string().nullable() });

/** A document that an editor can be led to. */
export type Place = z.infer<typeof place>;

const surroundings = z.object({
  redirects: list(z.object({ _id: z.string(), from: z.string(), to: z.string() })),
  /** Keys of the figures in the settings. */
  figures: list(z.string()),
  /** Pages at the paths that the change leads to. */
  pages: list(z.object({ _type: z.string(), slug: z.string() })),
  /** Every other document, if the change takes away what it may name. */
  documents: list(place.extend({ content: z.unknown() })),
  /** The texts of the other cities, for a city. */
  cities: list(place.extend({ name: text, text })),
  /** Pages that list documents of this type, and where visitors could go, if it is taken from the site. */
  listers: list(place.extend({ slug: text })),
  targets: list(place.extend({ slug: z.string() })),
});

/** What of the site a change may have an effect on, as it is published. */
export type Surroundings = z.infer<typeof surroundings> & {
  /** What refers to the document, drafts included: they too hinder it from being deleted. */
  users: Place[];
};

const placeFields = '_id, _type, "title": coalesce(title, name, person, from)';

const query = `{
  "redirects": *[_type == "redirect" && defined(from) && defined(to)]{_id, from, to},
  "figures": *[_id == "siteSettings"][0].figures[].key,
  "pages": *[slug.current in $slugs][_type in $pageTypes]{_type, "slug": slug.current},
  "documents": select($loses => *[_type in $types && _id != $id]{${placeFields}, "content": @}),
  "cities": select($compares => *[_type == "cityPage" && _id != $id]
    {${placeFields}, name, "text": pt::text(insight)}),
  "listers": select($removes => *[_type == "page" && _id != $id
    && count(sections[_type in $listers && mode != "chosen"]) > 0]{${placeFields}, "slug": slug.current}),
  "targets": select($removes => *[_type in $pageTypes && defined(slug.current) && _id != $id]
    {${placeFields}, "slug": slug.current})
}`;

const usersQuery = `*[references($id) && !(_id in [$id, "drafts." + $id])]{${placeFields}}`;

/**
 * Asks the content API for what a change may have an effect on; large answers only where it takes something away. The
 * site is looked at as it is published, or as releases would leave it.
 */
export async function surroundingsOf(
  client: SanityClient,
  change: Change,
  perspective: ClientPerspective = 'published',
): Promise<Surroundings> {
  const { id, type } = change;
  const { isPageGone, anchors, figures } = lossesOf(change);
  const removes = !change.after;
  const [published, users] = await Promise.all([
    client.withConfig({ perspective, useCdn: false }).fetch<unknown>(query, {
      id,
      pageTypes,
      types: [...contentTypes.map((one) => one.type.name), ...singletonTypes],
      listers: sections.filter(({ lists }) => lists === type).map((section) => section.type.name),
      slugs: pathsLedTo(change).flatMap((path) => documentsAt(path).map(({ slug }) => slug)),
      loses: isPageGone || anchors.size > 0 || figures.length > 0,
      compares: type === 'cityPage' && !removes,
      removes,
    }),
    client.withConfig({ perspective: 'raw', useCdn: false }).fetch<unknown>(usersQuery, { id }),
  ]);
  const withoutDrafts = new Map(
    list(place)
      .parse(users)
      .map((user) => ({ ...user, _id: user._id.replace(/^drafts\./, '') }))
      .map((user) => [user._id, user]),
  );
  return { ...surroundings.parse(published), users: [...withoutDrafts.values()] };
}
