import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaTypes } from './index.ts';
import { listIn, propertyOf, textOf } from './property.ts';

/** Where a value holds words: itself (`true`), in its fields, in its items, or as the named type does. */
export type Words = true | string | { [field: string]: Words } | Words[];

/** Values of named string types are known to code, such as states. */
const types = schemaTypes.filter(({ type }) => type !== 'string');
const names = new Set<string>(types.map(({ name }) => name));

function wordsOf(definition: unknown): Words | undefined {
  const type = textOf(definition, 'type') ?? '';
  if (propertyOf(propertyOf(definition, 'options'), 'words')) return true;
  if (type === 'block') return type;
  const items = listIn(definition, 'of').flatMap((item) => wordsOf(item) ?? []);
  if (items.length > 0) return items;
  const fields = listIn(definition, 'fields').flatMap((field) => {
    const words = wordsOf(field);
    return words ? [[textOf(field, 'name') ?? '', words] as const] : [];
  });
  if (fields.length > 0) return Object.fromEntries(fields);
  return names.has(type) ? type : undefined;
}

export const wordsOfSchema: Record<string, Words> = {
  block: { children: [{ text: true }] },
  ...Object.fromEntries(types.map((type) => [type.name, wordsOf(type) ?? {}])),
};

// `npm run typegen`: importing the schema would pull the whole Studio into the site.
if (process.argv[2] === 'write')
  writeFileSync(
    path.join(import.meta.dirname, 'words.generated.ts'),
    `import type { Words } from './words-of-schema.ts';\n\nexport const words: Record<string, Words> = ${JSON.stringify(wordsOfSchema, null, 2)};\n`,
  );
