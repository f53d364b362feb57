import type { Path, Schema } from 'sanity';
import { titleOf } from '#schemas/document-title.ts';
import { fillPlaceholders, placeholderSource, placeholderValues } from '#schemas/placeholders.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { type FieldValue, fieldsOf } from '#studio/content/fields.ts';
import { figuresOf, plainText } from '#studio/content/traverse.ts';
import type { Content } from './content.ts';

export interface Entry {
  id: string;
  type: string;
  /** Titles of the document and of the fields on the path. */
  place: string[];
  path: Path;
  text: string;
  names: string[];
  /** Ranks equally good matches: higher first. */
  weight: number;
}

const synonyms: Record<string, string> = {
  phone: 'phone number, telephone, mobile number, call',
  email: 'email, mail address',
  heading: 'headline, title',
  mainNavigation: 'navigation, top bar, header',
  mainAction: 'header button',
  contactHours: 'timings, open, closed',
  offices: 'address, locations',
  socialLinks: 'social media, facebook, instagram, linkedin, youtube',
  figures: 'numbers, claims',
  defaultSeo: 'google, meta title, meta description',
  notFoundText: '404',
};

const normalize = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s-]+/g, ' ')
    .trim();

/** Returns every text as visitors see it, with placeholders filled in and figures with their labels. */
export function entriesOf(content: Content[], schema: Schema): Entry[] {
  const settings = content.find(({ type }) => type === 'siteSettings')?.latest;
  const figures = figuresOf(settings);
  const values = placeholderValues(placeholderSource.safeParse(settings).data ?? {});
  const textIn = ({ type, value }: FieldValue): string | undefined => {
    if (typeof value === 'string') return type.options?.list ? undefined : value;
    if (textOf(value, '_type') === 'block') return plainText(value, '');
    if (type.name !== 'figureRef') return undefined;
    const figure = figures.find(({ key }) => key === textOf(value, 'key'));
    return `${figure?.value} ${textOf(value, 'label') ?? figure?.label}`;
  };
  return content.flatMap(({ id, type, latest }) => {
    const documentType = schema.get(type);
    if (!documentType) return [];
    const title = titleOf(latest, documentType.title);
    const own = {
      ...values,
      city: textOf(latest, 'name') ?? '{city}',
      state: textOf(latest, 'state') ?? '{state}',
    };
    const isHome = documentPath(type, latest) === '/';
    const weight = isHome ? 16 : type === 'siteSettings' ? 15 : type === 'page' ? 5 : 0;
    return [...fieldsOf(documentType, latest)].flatMap((field): Entry[] => {
      const [text, name] = [textIn(field), String(field.path.at(-1))];
      // Settings can be found by name even if they are empty.
      if (text === undefined && !(type === 'siteSettings' && field.path.length === 1)) return [];
      const filled = fillPlaceholders(text ?? '', own);
      const names = [...field.titles, ...(synonyms[name]?.split(', ') ?? [])].map(normalize);
      // A document's title outranks text in other documents.
      const rank = weight + (text === titleOf(latest) ? 20 : 0);
      const place = [title, ...field.titles];
      return [{ id, type, place, path: pathTo(field), text: filled, names, weight: rank }];
    });
  });
}

/** Returns the path at which the form can place the cursor. */
function pathTo({ path, value }: FieldValue): Path {
  const [span] = [propertyOf(value, 'children')].flat();
  const _key = textOf(span, '_key');
  return _key ? [...path, 'children', { _key }] : path;
}

/** Results per document, to leave room for other documents. */
const maxPerDocument = 5;

/** Returns up to `limit` entries that match the typed text, if necessary misspelt, best matches first. */
export function findEntries(entries: Entry[], typed: string, limit: number): Entry[] {
  const query = normalize(typed);
  const words = query.split(' ');
  const found = rankEntries(entries, query, words.map(containing));
  return (found.length > 0 ? found : rankEntries(entries, query, words.map(containingLike))).slice(0, limit);
}

/** Returns whether a text in lower case contains a typed word. */
type WordTest = (text: string) => boolean;

const containing =
  (word: string): WordTest =>
  (text) =>
    text.includes(word);

/** Also accepts words that differ by one letter, but not the first: wrong, missing, additional or swapped. */
function containingLike(word: string): WordTest {
  // Shorter words are like too many others.
  if (!/^[\p{L}\p{M}\p{N}]{4,}$/u.test(word)) return containing(word);
  const variants = Array.from({ length: word.length - 1 }, (_, index) => {
    const [before, letter, after] = [word.slice(0, index + 1), word[index + 1], word.slice(index + 2)];
    const swapped = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`;
    return [`${before}.?${after}`, `${before}.${letter}${after}`, swapped].join('|');
  });
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}])(?:${variants.join('|')})`, 'u');
  return (text) => pattern.test(text);
}

function rankEntries(entries: Entry[], query: string, words: WordTest[]): Entry[] {
  if (query.length < 2) return [];
  const toRank = ({ names, text, weight }: Entry) => {
    const shown = normalize(text);
    if (names.some((name) => name.startsWith(query))) return 60 + weight;
    if (shown.includes(query)) return 55 + weight;
    return words.every((isIn) => [shown, ...names].some(isIn)) ? 20 + weight : 0;
  };
  const counts = new Map<string, number>();
  return entries
    .map((entry) => ({ entry, rank: toRank(entry) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry)
    .filter(({ id }) => {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      return (counts.get(id) ?? 0) <= maxPerDocument;
    });
}
