import type { SanityDocument } from '../store/document.ts';

/** A copy under another id, with its creation date but no revision. */
export function copyOf(
  document: SanityDocument,
  id: string,
): Omit<SanityDocument, '_rev' | '_updatedAt'> & { _id: string; _type: string } {
  const { _rev, _updatedAt, ...fields } = document;
  return { ...fields, _id: id, _type: document._type };
}

/** Removes `_strengthenOnPublish`: references become strong unless the schema has them weak. */
export function strengthenReferences<T>(value: T): T;
export function strengthenReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(strengthenReferences);
  const entries = Object.entries(value).map(([key, child]) => [key, strengthenReferences(child)] as const);
  if (!('_strengthenOnPublish' in value)) return Object.fromEntries(entries);
  const staysWeak = Reflect.get(Object(value._strengthenOnPublish), 'weak') === true;
  return Object.fromEntries(
    entries.filter(([key]) => key !== '_strengthenOnPublish' && (staysWeak || key !== '_weak')),
  );
}
