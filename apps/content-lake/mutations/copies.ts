import type { SanityDocument } from '../store/document.ts';

/** A document under another id; its revision and times are set anew, the date of its creation is kept. */
export function copyOf(
  document: SanityDocument,
  id: string,
): Omit<SanityDocument, '_rev' | '_updatedAt'> & { _id: string; _type: string } {
  const { _rev, _updatedAt, ...fields } = document;
  return { ...fields, _id: id, _type: document._type };
}

/** Ends references' `_strengthenOnPublish`: strong from now on, unless the schema has them weak. */
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
