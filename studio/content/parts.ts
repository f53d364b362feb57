import type { Path } from 'sanity';
import { z } from 'zod';
import { placeholdersIn } from '#schemas/placeholders.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

interface Part {
  value: object;
  path: Path;
}

export function* partsOf(value: unknown, path: Path = []): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  yield { value, path };
  for (const [name, child] of Object.entries(value)) {
    const _key = textOf(child, '_key');
    yield* partsOf(child, [...path, Array.isArray(value) ? (_key ? { _key } : Number(name)) : name]);
  }
}

/** Placeholders named in texts, and figures in lists. */
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

export function pathLinksOf(value: unknown): string[] {
  return [...partsOf(value)].flatMap(({ value: part }) =>
    textOf(part, 'kind') === 'path' ? (textOf(part, 'path') ?? []) : [],
  );
}

const text = z.string().optional();
const figures = z.array(z.object({ _key: text, key: text, value: text, label: text, note: text }));

export const figuresOf = (settings: unknown) => figures.safeParse(propertyOf(settings, 'figures')).data ?? [];

const textsIn = (value: unknown, name: string) =>
  [...partsOf(value)].flatMap(({ value: part }) => textOf(part, name) ?? []);

export const anchorsOf = (value: unknown) => textsIn(propertyOf(value, 'sections'), 'anchor');

export const wordsOf = (text: unknown, between = ' ') => textsIn(text, 'text').join(between);
