import type { SanityDocument } from './document.ts';
import { mutationError } from './mutation-error.ts';

/** Deeper documents would make every recursive walk a risk; Sanity's own limit is 20 levels. */
const maxDepth = 64;
/** Sanity's limit for one document is 32 MB of JSON; nothing an editor writes by hand comes near this one. */
const maxBytes = 8 * 1024 * 1024;

const idPattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** Refuses an id that Sanity would refuse: letters, digits, `.`, `_`, `-`, at most 128, no dash or dot at the start. */
export function checkId(id: string) {
  if (!idPattern.test(id) || id.includes('..') || id.endsWith('.'))
    throw invalid(
      id,
      `Invalid document ID "${id.slice(0, 140)}": use at most 128 of the characters a-z, A-Z, 0-9, ".", "_" and "-", not starting with "-" or ".", without two dots in a row`,
    );
}

/** Throws 400 for a document without a type, or one that is nested too deeply. */
export function checkStoredDocument(document: SanityDocument) {
  if (typeof document._type !== 'string' || document._type === '')
    throw invalid(document._id, `Document "${document._id}" must have a _type that is a string`);
  if (depthExceeds(document, maxDepth))
    throw invalid(document._id, `Document "${document._id}" is nested more than ${maxDepth} levels deep`);
}

/** Serialises a document for storage, refusing one that is too large. */
export function serialise(document: SanityDocument): string {
  const body = JSON.stringify(document);
  if (body.length > maxBytes)
    throw invalid(
      document._id,
      `Document "${document._id}" is larger than ${maxBytes / 1024 / 1024} MB`,
      413,
    );
  return body;
}

function invalid(id: string, description: string, status = 400) {
  return mutationError(status, 'validationError', id, description);
}

/** Whether a value is nested more deeply than allowed; stops at the limit, so that depth itself cannot hurt. */
export function depthExceeds(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const child of Object.values(value)) if (depthExceeds(child, limit - 1)) return true;
  return false;
}
