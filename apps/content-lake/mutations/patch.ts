import { extract, Mutation as Mutator } from '@sanity/mutator';
import { z } from 'zod';
import { readProperty } from '../property.ts';
import type { SanityDocument } from '../store/document.ts';
import { mutationError, requireRevision } from '../store/mutation-error.ts';
import type { PatchOperations } from './schema.ts';

const patched = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _rev: z.string(),
  _createdAt: z.string(),
  _updatedAt: z.string(),
});

const protectedFields = ['_id', '_type', '_createdAt'] as const;

/** Applies a patch with the Studio's library, to get the same result as the Studio. Throws a MutationError. */
export function applyPatch(document: SanityDocument, patch: PatchOperations): SanityDocument {
  const { _id: id } = document;
  requireRevision(id, document._rev, patch.ifRevisionID);
  let after = document;
  try {
    for (const step of orderedSteps(id, patch)) after = patched.parse(step(after));
  } catch (error) {
    const message = error instanceof Error ? error.message : error;
    const reason = error instanceof z.ZodError ? 'a system field would be removed' : message;
    throw mutationError(400, 'patchError', id, `Patch of "${id}" cannot be applied: ${reason}`);
  }
  const changed = protectedFields.find((field) => after[field] !== document[field]);
  if (changed) throw immutable(id, changed);
  return after;
}

export const immutable = (id: string, field: string) =>
  mutationError(409, 'immutableFieldError', id, `Cannot modify immutable attribute "${field}"`);

/** Returns a patch's operations in Sanity's order. Each operation is applied to the result of the previous one. */
function orderedSteps(id: string, patch: PatchOperations) {
  const { setIfMissing, set, unset, diffMatchPatch, inc, dec, insert: { items, ...place } = {} } = patch;
  const inOrder = { setIfMissing, set, unset, diffMatchPatch, inc, dec, insert: place };
  return Object.entries(inOrder).flatMap(([kind, given]) =>
    Object.entries<unknown>({ ...given }).map(([name, value]) => (document: SanityDocument): unknown => {
      const at = (path: string) => keysToPositions(path, document);
      const apply = (operation: object) =>
        new Mutator({ mutations: [{ patch: { id, ...operation } }] }).apply(document);
      if (kind === 'unset') return apply({ unset: [at(String(value))] });
      if (kind === 'insert') return apply({ insert: { [name]: at(String(value)), items } });
      const path = at(name);
      const type = operandTypes[kind];
      if (!type) return fillIn(value, document, apply({ [kind]: { [path]: placeholder } }));
      requireType(type, path, document);
      return apply({ [kind]: { [path]: value } });
    }),
  );
}

const placeholder = {};

/**
 * Replaces the placeholders that the mutator has set, and undoes its other changes. For a path with an item of a list that
 * does not exist, the mutator sets nothing, but replaces the list with an empty object. Hosted Sanity changes nothing.
 */
function fillIn(value: unknown, before: unknown, after: unknown): unknown {
  if (after === placeholder) return value;
  if (after === before || typeof after !== 'object' || after === null) return after;
  if (Array.isArray(after)) {
    const items: unknown[] = Array.isArray(before) ? before : [];
    return after.map((item, index) => (item === items[index] ? item : fillIn(value, items[index], item)));
  }
  const fields = Object.entries(after)
    .map(([name, child]) => [name, fillIn(value, readOwn(before, name), child)])
    .filter(([, child]) => child !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : before;
}

/** Ignores inherited properties, such as `constructor`. */
const readOwn = (value: unknown, name: string) =>
  Object.hasOwn(Object(value), name) ? readProperty(value, name) : undefined;

const operandTypes: Record<string, string> = { inc: 'number', dec: 'number', diffMatchPatch: 'string' };

/** Throws if the value at `path` has the wrong type. The mutator would ignore the patch without an error. */
function requireType(type: string, path: string, document: SanityDocument) {
  const other = extract(path, document).find((value) => value !== undefined && typeof value !== type);
  if (other !== undefined) throw new Error(`"${path}" is not a ${type}`);
}

/** Matches the start of a path as the Studio writes it: `body[_key=="a"]`. */
const keyed = /^(\.?\w+)\[_key=="([^"\\]+)"\](.*)$/s;

/** Replaces keys with positions. With keys, the mutator copies each item three times: too slow for large pastes. */
function keysToPositions(path: string, value: unknown): string {
  const [, name, key, rest = ''] = keyed.exec(path) ?? [];
  const list = name && readProperty(value, name.replace('.', ''));
  if (!Array.isArray(list)) return path;
  const isMeant = (item: unknown) => readProperty(item, '_key') === key;
  const place = list.findIndex(isMeant);
  // The mutator handles missing and duplicate keys.
  if (place < 0 || place !== list.findLastIndex(isMeant)) return path;
  return `${name}[${place}]${keysToPositions(rest, list[place])}`;
}
