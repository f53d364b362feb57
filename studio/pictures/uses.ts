import type { Path } from 'sanity';
import { z } from 'zod';
import { propertyOf, textOf } from '#schemas/property.ts';
import { objectsIn } from '#studio/content/traverse.ts';

const stored = z.looseObject({ _id: z.string(), _type: z.string() });
export const storedDocuments = z.array(stored);
type StoredDocument = z.infer<typeof stored>;

/** A place in a document that shows a picture. `file` is the id of an asset document. */
export interface Use {
  document: StoredDocument;
  path: Path;
  file: string;
  alt: string;
  credit: string;
}

export const assetOf = (picture: unknown) => textOf(propertyOf(picture, 'asset'), '_ref');

/** Returns every use of a picture in a document. */
export const usesIn = (document: StoredDocument): Use[] =>
  [...objectsIn(document)].flatMap(({ value, path }) => {
    const file = assetOf(value);
    if (!file) return [];
    const [alt = '', credit = ''] = [textOf(value, 'alt'), textOf(value, 'credit')];
    return [{ document, path, file, alt, credit }];
  });
