import { isArraySchemaType, isObjectSchemaType, type Path, type SchemaType } from 'sanity';
import { propertyOf, textOf } from '#schemas/property.ts';

/** A value in a document with its path, and the titles of the fields on that path. */
export interface FieldValue {
  type: SchemaType;
  value: unknown;
  path: Path;
  titles: string[];
}

/** Returns the field titles that lead to a path, joined by “›”. Falls back to the nearest field above that has a title. */
export function fieldTitle(type: SchemaType, values: unknown[], path: Path): string {
  for (let length = path.length; length > 0; length--) {
    const ancestor = JSON.stringify(path.slice(0, length));
    for (const value of values)
      for (const field of fieldsOf(type, value))
        if (JSON.stringify(field.path) === ancestor) return field.titles.join(' › ');
  }
  return type.title ?? 'This document';
}

/** Yields every declared field of a document, including empty ones, and every list item. */
export function* fieldsOf(
  type: SchemaType,
  value: unknown,
  path: Path = [],
  titles: string[] = [],
): Generator<FieldValue> {
  if (path.length > 0) yield { type, value, path, titles };
  if (isArraySchemaType(type) && Array.isArray(value))
    for (const [index, item] of value.entries()) {
      const [_key, kind] = [textOf(item, '_key'), textOf(item, '_type')];
      const member = type.of.find(({ name }) => name === kind) ?? type.of[0];
      // Titles of sections end with a description, which is cut off.
      const named =
        type.of.length > 1 && kind !== 'block' && member?.title ? member.title.split('. ', 1) : [];
      if (member) yield* fieldsOf(member, item, [...path, _key ? { _key } : index], [...titles, ...named]);
    }
  else if (isObjectSchemaType(type) && (path.length === 0 || value) && type.name !== 'reference')
    for (const { name, type: field, group, fieldset } of type.fields) {
      // A block is one text, so its spans are skipped.
      if (type.name === 'block' && name !== 'markDefs') continue;
      const places = [
        ...(type.groups ?? []).filter((one) => one.name !== 'content' && one.name === group),
        ...(type.fieldsets ?? []).filter((one) => !one.single && one.name === fieldset),
      ].flatMap((one) => ('title' in one && one.title) || []);
      yield* fieldsOf(
        field,
        propertyOf(value, name),
        [...path, name],
        [...new Set([...titles, ...places, name === 'markDefs' ? 'Link' : (field.title ?? name)])],
      );
    }
}
