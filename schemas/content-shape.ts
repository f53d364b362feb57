import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaTypes } from './index.ts';
import { listIn, propertyOf, textOf } from './property.ts';

/** The type of a field, or of the items of a list. Without `kind`, it can hold anything, such as a reference's document. */
export type Shape = {
  kind?: 'text' | 'date' | 'number' | 'boolean' | 'list' | 'object';
  /** The name of a type of the schema, instead of `kind`. */
  type?: string;
  /** The `_type` of an item. */
  name?: string;
  required?: true;
  /** The allowed values of a text. */
  options?: string[];
  fields?: Record<string, Shape>;
  of?: Shape[];
};

const kinds: Record<string, Shape['kind']> = {
  string: 'text',
  text: 'text',
  url: 'text',
  date: 'date',
  datetime: 'date',
  number: 'number',
  boolean: 'boolean',
  // Queries read its text.
  slug: 'text',
  array: 'list',
  object: 'object',
  document: 'object',
  image: 'object',
};

/** Returns whether a field's validation requires a value. */
export function isRequired({ validation }: { validation?: unknown }): boolean {
  let required = false;
  const rule: object = new Proxy(
    {},
    {
      get: (_target, name) => () => {
        if (name === 'required') required = true;
        return rule;
      },
    },
  );
  if (typeof validation === 'function') Reflect.apply(validation, undefined, [rule]);
  return required;
}

const number: Shape = { kind: 'number', required: true };
const numbers = (...names: string[]): Shape => ({
  kind: 'object',
  fields: Object.fromEntries(names.map((name) => [name, number])),
});
const text: Shape = { kind: 'text' };
const list = (item: Shape): Shape => ({ kind: 'list', of: [item] });

/** Types of Sanity's own. */
const builtIn: Record<string, Shape> = {
  geopoint: numbers('lat', 'lng'),
  block: {
    kind: 'object',
    fields: {
      style: text,
      listItem: text,
      level: { kind: 'number' },
      markDefs: list({}),
      children: list({ kind: 'object', fields: { text: { ...text, required: true }, marks: list(text) } }),
    },
  },
};
const imageFields = {
  crop: numbers('top', 'bottom', 'left', 'right'),
  hotspot: numbers('x', 'y', 'height', 'width'),
};

function shapeOf(definition: unknown): Shape {
  const type = textOf(definition, 'type') ?? '';
  const options = listIn(propertyOf(definition, 'options'), 'list').flatMap(
    (option) => (typeof option === 'string' ? option : textOf(option, 'value')) ?? [],
  );
  const fields = listIn(definition, 'fields').map((field) => [textOf(field, 'name') ?? '', shapeOf(field)]);
  const of = listIn(definition, 'of').map((item) => ({
    name: textOf(item, 'name') ?? textOf(item, 'type') ?? '',
    ...shapeOf(item),
  }));
  return {
    ...(kinds[type] ? { kind: kinds[type] } : type === 'reference' ? {} : { type }),
    ...(isRequired({ validation: propertyOf(definition, 'validation') }) ? { required: true } : {}),
    ...(options.length > 0 && kinds[type] === 'text' ? { options } : {}),
    ...(fields.length > 0
      ? { fields: { ...Object.fromEntries(fields), ...(type === 'image' ? imageFields : {}) } }
      : {}),
    ...(of.length > 0 ? { of } : {}),
  };
}

export const contentShapeOfSchema: Record<string, Shape> = {
  ...builtIn,
  ...Object.fromEntries(schemaTypes.map((type) => [type.name, shapeOf(type)])),
};

// Run by `npm run typegen`. The site reads the generated file, because the schema would pull in the whole Studio.
if (process.argv[2] === 'write')
  writeFileSync(
    path.join(import.meta.dirname, 'content-shape.generated.ts'),
    `import type { Shape } from './content-shape.ts';\n\nexport const contentShape: Record<string, Shape> = ${JSON.stringify(contentShapeOfSchema)};\n`,
  );
