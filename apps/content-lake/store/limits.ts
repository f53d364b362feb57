import { megabyte } from '../units.ts';
import { publishedId, type SanityDocument } from './document.ts';
import { mutationError } from './mutation-error.ts';

/** Sanity's limit is 20 levels. */
export const maxDepth = 64;
/** Sanity's limit is 32 MB. */
const maxBytes = 8 * megabyte;

const idPattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** Throws 400 for an id that Sanity would refuse. */
export function checkId(id: string) {
  if (!idPattern.test(id) || id.includes('..') || id.endsWith('.'))
    throw invalid(
      id,
      `Invalid document ID "${id.slice(0, 140)}": use at most 128 of the characters a-z, A-Z, 0-9, ".", "_" and "-", not starting with "-" or ".", without two dots in a row`,
    );
}

/** Throws 400 for a document with an invalid value or a reserved id, 413 for a document that is too large. */
export function checkStoredDocument(document: SanityDocument) {
  if (publishedId(document._id).startsWith('_.') && !document._type.startsWith('system.'))
    throw invalid(document._id, `The id "${document._id}" is reserved for system documents`);
  const fault = jsonFault(document, maxDepth, maxBytes);
  if (fault)
    throw invalid(document._id, `Document "${document._id}" ${fault}`, fault === tooLarge ? 413 : 400);
}

/** Returns a document as JSON. Throws 413 if it is too large. */
export function serialise(document: SanityDocument): string {
  const body = JSON.stringify(document);
  if (body.length > maxBytes) throw invalid(document._id, `Document "${document._id}" ${tooLarge}`, 413);
  return body;
}

function invalid(id: string, description: string, status = 400) {
  return mutationError(status, 'validationError', id, description);
}

const tooLarge = `is larger than ${maxBytes / megabyte} MB`;

/** Field names that make queries on the document fail. */
const reserved: ReadonlySet<unknown> = new Set(['hasOwnProperty', '__proto__']);

/** Returns why a value cannot be stored as JSON, or null. Stops at the first fault, for example at a limit. */
export function jsonFault(
  value: unknown,
  maxLevels: number,
  maxSize = Number.POSITIVE_INFINITY,
): string | null {
  let size = 0;
  const visit = (part: unknown, levels: number): string | null => {
    if (typeof part === 'string') {
      size += part.length;
      if (!part.isWellFormed()) return 'contains text that is not Unicode (half of a surrogate pair)';
    }
    if (typeof part === 'number' && !Number.isFinite(part)) return 'contains a number that is too large';
    if (++size > maxSize) return tooLarge;
    if (typeof part !== 'object' || part === null) return null;
    if (levels === 0) return `is nested more than ${maxLevels} levels deep`;
    for (const [key, child] of Array.isArray(part) ? part.entries() : Object.entries(part)) {
      if (reserved.has(key)) return `has a field named "${key}", which is reserved`;
      const fault = (typeof key === 'string' ? visit(key, levels) : null) ?? visit(child, levels - 1);
      if (fault) return fault;
    }
    return null;
  };
  return visit(value, maxLevels);
}
