import { z } from 'zod';
import { documents as documentTypes } from '#schemas/index.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { storedDocuments, type Use, usesIn } from './uses.ts';

const file = z.object({
  _id: z.string(),
  name: z.string(),
  url: z.string(),
  /** Size of the file in bytes. */
  size: z.number(),
  added: z.string(),
  width: z.number(),
  height: z.number(),
  words: z.array(z.string().nullable()),
});
const trashed = z.object({ title: z.string(), content: z.string() });

/** A picture with its uses. */
export interface Picture extends z.infer<typeof file> {
  alt: string;
  uses: Use[];
  /** Titles of documents in the trash that need the picture when they are restored. */
  trashed: string[];
}

export const librarySchema = z
  .object({ files: z.array(file), documents: storedDocuments, trash: z.array(trashed) })
  .transform(({ files, documents, trash }): Picture[] => {
    const byFile = Map.groupBy(documents.flatMap(usesIn), (use) => use.file);
    return files.map((one) => {
      const uses = byFile.get(one._id) ?? [];
      const alt = uses.find((use) => use.alt)?.alt ?? one.words[0] ?? '';
      const holding = trash.filter(({ content }) => content.includes(one._id));
      return { ...one, alt, uses, trashed: holding.map(({ title }) => title) };
    });
  });

export const libraryQuery = {
  listen: '*[_type in $types || _type in ["sanity.imageAsset", "trashedDocument"]]',
  fetch: `{
    "files": *[_type == "sanity.imageAsset"] | order(_createdAt desc){
      _id, url, size, "name": coalesce(originalFilename, _id), "added": _createdAt,
      "width": metadata.dimensions.width, "height": metadata.dimensions.height, "words": [altText, creditLine, title]
    },
    "documents": *[references(*[_type == "sanity.imageAsset"]._id)],
    "trash": *[_type == "trashedDocument"]{title, content}
  }`,
};

export const isUnused = ({ uses, trashed }: Picture) => uses.length === 0 && trashed.length === 0;

const placeOf = ({ document }: Use) =>
  documentTypes.find(({ type }) => type.name === document._type)?.list.title ?? 'Site settings';

/** Returns the lists of documents that use pictures, such as “Articles”. */
export const placesOf = (pictures: Picture[]) =>
  [...new Set(pictures.flatMap(({ uses }) => uses.map(placeOf)))].sort();

export const anywhere = 'Anywhere';
const sizeTests = new Map<string, (picture: Picture) => boolean>([
  ['Any size', () => true],
  ['Over 500 kB', ({ size }) => size > 500_000],
  ['Over 2 MB', ({ size }) => size > 2_000_000],
  ['Narrower than 1,280 pixels', ({ width }) => width < 1280],
]);
export const sizes = [...sizeTests.keys()];

/** The filter that matches every picture. `since` is an ISO day in India, or empty. */
export const noFilter = { words: '', use: 'All', place: anywhere, since: '', size: 'Any size' };

/** Returns whether a picture matches all parts of a filter. Every word may be in a different text of the picture. */
export function matches(picture: Picture, { words, use, place, since, size }: typeof noFilter): boolean {
  const { name, uses, added } = picture;
  const texts = [name, ...picture.words, ...uses.flatMap(({ alt, credit }) => [alt, credit])];
  const text = texts.join(' ').toLowerCase();
  const typed = words.toLowerCase().split(/\s+/);
  return (
    typed.every((word) => text.includes(word)) &&
    (use === 'All' || (use === 'Unused') === isUnused(picture)) &&
    (place === anywhere || uses.some((one) => placeOf(one) === place)) &&
    dayInIndia(Date.parse(added)) >= since &&
    (sizeTests.get(size)?.(picture) ?? true)
  );
}
