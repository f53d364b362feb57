import { Mutation as Mutator } from '@sanity/mutator';
import { z } from 'zod';
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

/** Longer than any that leads into a document; a path that repeats itself costs its length squared. */
const maxPath = 1000;

/** Fields that a patch can never change. */
const protectedFields = ['_id', '_type', '_createdAt'] as const;

/** Applies a patch with the Studio's own library, so that both come to the same document. Throws a mutation error. */
export function applyPatch(document: SanityDocument, patch: PatchOperations): SanityDocument {
  const { ifRevisionID, ...operations } = patch;
  const { _id: id } = document;
  requireRevision(id, document._rev, ifRevisionID);
  let after: SanityDocument;
  try {
    // A copy: the mutator shares unchanged parts, and some operations write into what they are given.
    const patch = { id, ...withinArrays(given(operations), document) };
    after = patched.parse(new Mutator({ mutations: [{ patch }] }).apply(structuredClone(document)));
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'a system field would be removed' : messageOf(error);
    throw mutationError(400, 'patchError', id, `Patch of "${id}" cannot be applied: ${reason}`);
  }
  const changed = protectedFields.find((field) => after[field] !== document[field]);
  if (changed)
    throw mutationError(409, 'immutableFieldError', id, `Cannot modify immutable attribute "${changed}"`);
  return after;
}

// The mutator reads the mere presence of a key as an operation.
function given(operations: Omit<PatchOperations, 'ifRevisionID'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(operations).filter(([, value]) => value !== undefined));
}

/** A quoted text, which is left as it is, or a bound of a range such as `[0:1000]`. */
const bound = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(\d+)(?=\s*:)|(?<=:\s*-?)(\d+)/g;

/** The mutator counts out ranges: those that reach beyond every array end with the longest one. */
function withinArrays(
  operations: Record<string, unknown>,
  document: SanityDocument,
): Record<string, unknown> {
  let longest: number | undefined;
  const shorten = (path: string) => {
    if (path.length > maxPath) throw new Error(`a path is longer than ${maxPath} characters`);
    if (path.includes('__proto__')) throw new Error('no field can be named "__proto__"');
    return path.replace(bound, (text) => {
      if (!/^\d{4}/.test(text)) return text;
      longest ??= longestArray(document) + longestArray(operations);
      return String(Math.min(Number(text), longest));
    });
  };
  return Object.fromEntries(
    Object.entries(operations).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.map(shorten)];
      if (typeof value !== 'object' || value === null) return [name, value];
      const entries = Object.entries(value);
      // The paths of an insertion are values, those of the others are keys.
      if (name === 'insert')
        return [
          name,
          Object.fromEntries(entries.map(([key, at]) => [key, typeof at === 'string' ? shorten(at) : at])),
        ];
      return [name, Object.fromEntries(entries.map(([path, one]) => [shorten(path), one]))];
    }),
  );
}

function longestArray(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((most, child) => Math.max(most, longestArray(child)), own);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
