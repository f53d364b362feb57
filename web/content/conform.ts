import { contentShape } from '#schemas/content-shape.generated.ts';
import type { Shape } from '#schemas/content-shape.ts';
import { textOf } from '#schemas/property.ts';

const shapes = new Map(Object.entries(contentShape));

/**
 * Gives a query result the types that the schema declares. Programs and assistants write content without the Studio's
 * checks, so a heading may be a number and a list may hold null or an unknown section. Such values count as missing, and
 * required ones that are missing become empty. Changes the result in place.
 */
export function conform<Result>(result: Result): Result {
  if (typeof result === 'object' && result !== null)
    conformMembers(result, shapes.get(textOf(result, '_type') ?? '')?.fields);
  return result;
}

function conformMembers(value: object, fields: Shape['fields'] = {}) {
  for (const [name, member] of Object.entries(value))
    Reflect.set(value, name, conforming(member, fields[name] ?? ofSanity.get(name)));
}

const ofSanity = new Map<string, Shape>(['_id', '_type', '_key'].map((name) => [name, { kind: 'text' }]));

function conforming(value: unknown, field: Shape = {}): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const own = isObject ? shapes.get(textOf(value, '_type') ?? '') : undefined;
  const { kind, fields, of, options } = own ?? shapes.get(field.type ?? '') ?? field;
  const missing = (empty: unknown) => (field.required ? empty : null);
  switch (kind) {
    case 'text':
      return typeof value === 'string' && (options?.includes(value) ?? true)
        ? value
        : missing(options?.[0] ?? '');
    case 'date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : missing('');
    case 'number':
      return Number.isFinite(value) ? value : missing(0);
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'object': {
      if (!isObject && !field.required) return null;
      const object = isObject ? value : emptyOf(fields);
      conformMembers(object, fields);
      return object;
    }
    case 'list':
      return Array.isArray(value) ? conformingItems(value, of) : missing([]);
  }
  if (Array.isArray(value)) return conformingItems(value);
  if (isObject) conformMembers(value);
  return value;
}

const emptyOf = (fields: Shape['fields'] = {}) =>
  Object.fromEntries(Object.keys(fields).map((name): [string, unknown] => [name, null]));

/** Drops items that are null or of another type than the list has. */
function conformingItems(items: unknown[], of: Shape[] = [{}]): unknown[] {
  return items.flatMap((item) => {
    const type = of.length > 1 ? of.find(({ name }) => name === textOf(item, '_type')) : of[0];
    const { required, ...optional } = type ?? {};
    const member = type ? conforming(item, optional) : null;
    return member === null ? [] : [member];
  });
}
