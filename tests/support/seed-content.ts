import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';
import { placeholderPattern } from '#schemas/placeholders.ts';

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });
export type SeedDocument = z.infer<typeof documentSchema>;

export const seedFolder = path.join(import.meta.dirname, '..', '..', 'studio', 'seed');

/** The documents of the first content, as `npm run seed` imports them. */
export function seedDocuments(): SeedDocument[] {
  return readFileSync(path.join(seedFolder, 'data.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => documentSchema.parse(JSON.parse(line)));
}

const recordSchema = z.record(z.string(), z.unknown());
export type Fields = z.infer<typeof recordSchema>;

const asFields = (value: unknown): Fields[] => {
  const parsed = recordSchema.safeParse(value);
  return parsed.success ? [parsed.data] : [];
};

/** The members of a list field that are objects; an empty list if there are none. */
export function membersOf(fields: Fields | undefined, name: string): Fields[] {
  const list = fields?.[name];
  return Array.isArray(list) ? list.flatMap(asFields) : [];
}

export function textOf(fields: Fields | undefined, name: string): string {
  const text = fields?.[name];
  return typeof text === 'string' ? text : '';
}

export const slugOf = (document: SeedDocument): string => textOf(asFields(document.slug)[0], 'current');

/** The path of a document that has a page of its own, otherwise null. */
export const pathOf = (document: SeedDocument): string | null =>
  hrefFor({ _type: document._type, slug: slugOf(document) });

/** Writes the figures and the agency's own data into a text, as a reader of the specification would. */
export function fillPlaceholders(text: string, documents: readonly SeedDocument[]): string {
  const settings = documents.find(({ _type }) => _type === 'siteSettings');
  const values = new Map(
    membersOf(settings, 'figures').map((figure) => [figure.key, textOf(figure, 'value')]),
  );
  values.set('agency', textOf(settings, 'agencyName'));
  values.set('email', textOf(settings, 'email'));
  values.set('phone', textOf(settings, 'phone'));
  return text.replace(placeholderPattern, (written, name: string) => values.get(name) ?? written);
}
