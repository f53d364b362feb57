import type { Path } from 'sanity';
import { z } from 'zod';
import { placeholdersIn } from '#schemas/placeholders.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

/** An object or a list inside a document, and the way to it. */
interface Part {
  value: object;
  path: Path;
}

/** Every object and list within a value, itself first. */
export function* partsOf(value: unknown, path: Path = []): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  yield { value, path };
  for (const [name, child] of Object.entries(value)) {
    const _key = textOf(child, '_key');
    yield* partsOf(child, [...path, Array.isArray(value) ? (_key ? { _key } : Number(name)) : name]);
  }
}

/** The title of a document. */
export const titleOf = (document: { _id: string }, otherwise = document._id) =>
  ['title', 'name', 'person', 'from'].map((name) => textOf(document, name)).find(Boolean) ?? otherwise;

/** The names of the placeholders in the texts of a value, and of the figures that it lists. */
export function placeholdersOf(value: unknown): Set<string> {
  const names = new Set<string>();
  for (const { value: part } of partsOf(value)) {
    const figure = textOf(part, '_type') === 'figureRef' && textOf(part, 'key');
    if (figure) names.add(figure);
    for (const [name, text] of Object.entries(part))
      if (typeof text === 'string' && !name.startsWith('_'))
        for (const placeholder of placeholdersIn(text)) names.add(placeholder);
  }
  return names;
}

/** The paths within the site that links of a value are written as. */
export function pathLinksOf(value: unknown): string[] {
  return [...partsOf(value)].flatMap(({ value: part }) =>
    textOf(part, 'kind') === 'path' ? (textOf(part, 'path') ?? []) : [],
  );
}

const text = z.string().optional();
const figures = z.array(z.object({ _key: text, key: text, value: text, label: text, note: text }));

/** The business figures of the settings. */
export const figuresOf = (settings: unknown) => figures.safeParse(propertyOf(settings, 'figures')).data ?? [];

const textsIn = (value: unknown, name: string) =>
  [...partsOf(value)].flatMap(({ value: part }) => textOf(part, name) ?? []);

/** The anchors of the sections of a document. */
export const anchorsOf = (value: unknown) => textsIn(propertyOf(value, 'sections'), 'anchor');

/** The words of a rich text, without its marks. */
export const wordsOf = (text: unknown, between = ' ') => textsIn(text, 'text').join(between);
