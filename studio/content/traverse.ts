import type { Path } from 'sanity';
import { z } from 'zod';
import { placeholdersIn } from '#schemas/placeholders.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

/** Yields a value and every object in it, each with its path. */
export function* objectsIn(value: unknown, path: Path = []): Generator<{ value: object; path: Path }> {
  if (typeof value !== 'object' || value === null) return;
  yield { value, path };
  for (const [name, child] of Object.entries(value)) {
    const _key = textOf(child, '_key');
    yield* objectsIn(child, [...path, Array.isArray(value) ? (_key ? { _key } : Number(name)) : name]);
  }
}

/** Returns the placeholders used in texts and the keys of figures used in lists. */
export function placeholdersOf(value: unknown): Set<string> {
  const names = new Set<string>();
  for (const { value: part } of objectsIn(value)) {
    const figure = textOf(part, '_type') === 'figureRef' && textOf(part, 'key');
    if (figure) names.add(figure);
    for (const [name, text] of Object.entries(part))
      if (typeof text === 'string' && !name.startsWith('_'))
        for (const placeholder of placeholdersIn(text)) names.add(placeholder);
  }
  return names;
}

export function pathLinksOf(value: unknown): string[] {
  return [...objectsIn(value)].flatMap(({ value: part }) =>
    textOf(part, 'kind') === 'path' ? (textOf(part, 'path') ?? []) : [],
  );
}

const text = z.string().optional();
const figures = z.array(z.object({ _key: text, key: text, value: text, label: text, note: text }));

export const figuresOf = (settings: unknown) => figures.safeParse(propertyOf(settings, 'figures')).data ?? [];

/** Returns the texts of all fields called `name`, at any depth. */
const textsIn = (value: unknown, name: string) =>
  [...objectsIn(value)].flatMap(({ value: part }) => textOf(part, name) ?? []);

export const anchorsOf = (value: unknown) => textsIn(propertyOf(value, 'sections'), 'anchor');

export const plainText = (text: unknown, between = ' ') => textsIn(text, 'text').join(between);
