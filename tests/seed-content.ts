import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, parse } from 'groq-js';
import { z } from 'zod';

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });
export type SeedDocument = z.infer<typeof documentSchema>;

/** The documents of the first content, as `npm run seed` imports them. */
export function seedDocuments(): SeedDocument[] {
  const file = path.join(import.meta.dirname, '..', 'studio', 'seed', 'data.ndjson');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => documentSchema.parse({ _updatedAt: '2026-01-01T00:00:00Z', ...JSON.parse(line) }));
}

/** The answer to a query over documents, without a server. */
export async function queryDocuments(
  documents: readonly SeedDocument[],
  query: string,
  params: Record<string, unknown> = {},
) {
  const answer = await evaluate(parse(query, { params }), { dataset: documents, params });
  return answer.get();
}
