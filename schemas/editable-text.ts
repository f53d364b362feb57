import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaTypes } from './index.ts';
import { listIn, propertyOf, textOf } from './property.ts';

/**
 * Says where a value holds editable text: in itself (`true`), in its fields, in its items, or as the named type says.
 */
export type EditableText = true | string | { [field: string]: EditableText } | EditableText[];

/** Named string types, such as states, hold fixed values and no editable text. */
const types = schemaTypes.filter(({ type }) => type !== 'string');
const names = new Set<string>(types.map(({ name }) => name));

function findEditableText(definition: unknown): EditableText | undefined {
  const type = textOf(definition, 'type') ?? '';
  if (propertyOf(propertyOf(definition, 'options'), 'editableText')) return true;
  if (type === 'block') return type;
  const items = listIn(definition, 'of').flatMap((item) => findEditableText(item) ?? []);
  if (items.length > 0) return items;
  const fields = listIn(definition, 'fields').flatMap((field) => {
    const text = findEditableText(field);
    return text ? [[textOf(field, 'name') ?? '', text] as const] : [];
  });
  if (fields.length > 0) return Object.fromEntries(fields);
  return names.has(type) ? type : undefined;
}

export const editableTextOfSchema: Record<string, EditableText> = {
  block: { children: [{ text: true }] },
  ...Object.fromEntries(types.map((type) => [type.name, findEditableText(type) ?? {}])),
};

// Run by `npm run typegen`. The site reads the generated file, because the schema would pull in the whole Studio.
if (process.argv[2] === 'write')
  writeFileSync(
    path.join(import.meta.dirname, 'editable-text.generated.ts'),
    `import type { EditableText } from './editable-text.ts';\n\nexport const editableText: Record<string, EditableText> = ${JSON.stringify(editableTextOfSchema, null, 2)};\n`,
  );
