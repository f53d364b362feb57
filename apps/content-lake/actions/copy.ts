import type { SanityDocument } from '../store/document.ts';

/** A document under another id; its revision and times are set anew, the date of its creation is kept. */
export function copyOf(
  document: SanityDocument,
  id: string,
): Omit<SanityDocument, '_rev' | '_updatedAt'> & { _id: string; _type: string } {
  const { _rev, _updatedAt, ...fields } = document;
  return { ...fields, _id: id, _type: document._type };
}
