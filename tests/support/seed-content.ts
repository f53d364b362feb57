import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });
export type SeedDocument = z.infer<typeof documentSchema>;

export const seedFolder = path.join(import.meta.dirname, '..', '..', 'studio', 'seed');

/** Reads the seed's documents, as `npm run seed` imports them. */
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

/** Returns the objects in a list field; an empty list if there are none. */
export function membersOf(fields: Fields | undefined, name: string): Fields[] {
  const list = fields?.[name];
  return Array.isArray(list) ? list.flatMap(asFields) : [];
}

export function textOf(fields: Fields | undefined, name: string): string {
  const text = fields?.[name];
  return typeof text === 'string' ? text : '';
}

export const slugOf = (document: SeedDocument): string => textOf(asFields(document.slug)[0], 'current');

/** Returns the path of a document's page, or null if it has none. */
export const pathOf = (document: SeedDocument): string | null =>
  hrefFor({ _type: document._type, slug: slugOf(document) });
