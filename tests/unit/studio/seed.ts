import { evaluate, parse } from 'groq-js';
import { z } from 'zod';
import type { SiteContext } from '#studio/publishing/site-context.ts';
import { pathOf, type SeedDocument, seedDocuments } from '../../support/seed-content.ts';

/** The documents of the seed as they stand in the file. */
export const documents = seedDocuments();

const byId = new Map(documents.map((document) => [document._id, document]));

export function documentById(id: string): SeedDocument {
  const document = byId.get(id);
  if (!document) throw new Error(`The seed has no document ${id}.`);
  return document;
}

/** Returns the result of a GROQ query on the seed. */
export async function querySeed(query: string, params: Record<string, unknown> = {}): Promise<unknown> {
  const value = await evaluate(parse(query, { params }), { dataset: documents, params });
  return value.get();
}

/** Calls back for every value inside a document, with the names on the way to it. */
export function walk(
  value: unknown,
  visit: (value: unknown, path: string[]) => void,
  at: string[] = [],
): void {
  visit(value, at);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) walk(child, visit, [...at, name]);
}

/** Every text that visitors can read, without ids, types, keys, paths and choices of the editor. */
export function textsOf(document: SeedDocument): string[] {
  const texts: string[] = [];
  const unseen = 'kind style icon art platform jobType current path listItem key'.split(' ');
  walk(document, (value, at) => {
    const name = at.findLast((part) => !/^\d+$/.test(part)) ?? '';
    if (typeof value === 'string' && !name.startsWith('_') && !unseen.includes(name)) texts.push(value);
  });
  return texts;
}

const reference = z.object({ _ref: z.string() });

/** Paths that a document leads to; services on cards lead on to their pages. */
export function pathsFrom(document: SeedDocument): Set<string> {
  const paths = new Set<string>();
  walk(document, (value, at) => {
    if (at.at(-1) === 'path' && typeof value === 'string') paths.add(value);
    const target = reference.safeParse(value).data;
    if (!target) return;
    const referenced = documentById(target._ref);
    const path = pathOf(referenced);
    if (path) paths.add(path);
    else if (referenced._type === 'service') for (const further of pathsFrom(referenced)) paths.add(further);
  });
  return paths;
}

/** Related documents with which a change has no effect on anything else. */
export const nothing: SiteContext = {
  redirects: [],
  figures: [],
  promises: [],
  pages: [],
  documents: [],
  cities: [],
  listers: [],
  targets: [],
  users: [],
  versions: [],
};
