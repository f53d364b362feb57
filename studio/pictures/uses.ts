import type { SanityClient } from '@sanity/client';
import { type Path, pathToString } from 'sanity';
import { z } from 'zod';
import { hasOutdatedDarkVersion } from '#schemas/objects/picture.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { rawClient } from '#studio/content/raw-client.ts';
import { objectsIn } from '#studio/content/traverse.ts';

const stored = z.looseObject({ _id: z.string(), _type: z.string(), _rev: z.string() });
export const storedDocuments = z.array(stored);
export type StoredDocument = z.infer<typeof stored>;

/** A place in a document that shows a picture. `file`, `dark` and `madeFor` are ids of asset documents. */
export interface Use {
  document: StoredDocument;
  path: Path;
  value: object;
  file: string;
  /** Whether the file is shown as the dark version of another picture. */
  isDark: boolean;
  dark: string | undefined;
  alt: string;
  credit: string;
}

export const assetOf = (picture: unknown) => textOf(propertyOf(picture, 'asset'), '_ref');

/** Returns every use of a picture in a document, including uses as a dark version. */
export const usesIn = (document: StoredDocument): Use[] =>
  [...objectsIn(document)].flatMap(({ value, path }) => {
    const file = assetOf(value);
    if (!file) return [];
    const dark = hasOutdatedDarkVersion(value) ? undefined : assetOf(propertyOf(value, 'dark'));
    const [alt = '', credit = ''] = [textOf(value, 'alt'), textOf(value, 'credit')];
    return [{ document, path, value, file, isDark: path.at(-1) === 'dark', dark, alt, credit }];
  });

export type Description = Pick<Use, 'alt' | 'credit' | 'dark'>;

const knownSchema = z.object({ alt: z.string(), credit: z.string(), documents: storedDocuments });
const knownQuery = `*[_id == $id][0]{
  "alt": coalesce(altText, ""), "credit": coalesce(creditLine, ""),
  "documents": *[references($id)] | order(_updatedAt desc)[0...20]
}`;

/** Finds the description that a picture has elsewhere, or had when it was last published. */
export async function findDescription(client: SanityClient, id: string): Promise<Description | undefined> {
  const raw = rawClient(client);
  const { documents, ...kept } = knownSchema.parse(await raw.fetch<unknown>(knownQuery, { id }));
  const used = documents.flatMap(usesIn).filter((use) => use.file === id && use.alt);
  const dark = used.find((use) => use.dark)?.dark;
  return kept.alt ? { ...kept, dark } : used[0] && { ...used[0], dark };
}

const identity = ({ file, alt, credit }: Use) => JSON.stringify([file, alt, credit]);

/**
 * Stores descriptions that a change adds or removes with the files of their pictures, where the next use of a picture
 * finds them.
 */
export async function keepDescriptions(
  client: SanityClient,
  before: StoredDocument | null,
  after: StoredDocument,
): Promise<void> {
  const [was, is] = [before ? usesIn(before) : [], usesIn(after)];
  const [known, left] = [new Set(was.map(identity)), new Set(is.map(identity))];
  const transaction = client.transaction();
  // A new description comes last, so it replaces the earlier one.
  for (const use of [...was, ...is])
    if (use.alt && !(known.has(identity(use)) && left.has(identity(use))))
      transaction.patch(use.file, { set: { altText: use.alt, creditLine: use.credit } });
  if (transaction.toJSON().length > 0) await transaction.commit();
}

const reference = (_ref: string) => ({ _type: 'reference', _ref });

/** Returns a picture's value with its dark version, as the form stores it. */
export const darkVersion = (dark: string, madeFor: string) => {
  return { _type: 'image', asset: reference(dark), madeFor };
};

/**
 * Replaces a picture in all documents that use it, in one transaction: published documents, drafts and releases. Crop,
 * description and dark version belong to the old picture, so they are replaced too.
 */
export async function replaceUses(
  client: SanityClient,
  uses: readonly Use[],
  { file, dark, alt, credit }: Description & { file: string },
): Promise<void> {
  const transaction = client.transaction();
  const picture = {
    asset: reference(file),
    alt,
    ...(credit && { credit }),
    ...(dark && { dark: darkVersion(dark, file) }),
  };
  for (const [{ _id, _rev }, here] of Map.groupBy(uses, ({ document }) => document)) {
    const set = here.map(({ path, value }) => {
      const own = Object.entries(value).filter(([name]) => name === '_key' || name === '_type');
      return [pathToString(path), { ...Object.fromEntries(own), ...picture }];
    });
    transaction.patch(_id, { ifRevisionID: _rev, set: Object.fromEntries(set) });
  }
  await transaction.commit();
}
