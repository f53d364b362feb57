import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

/** The path of a document as the Studio holds it; null for no document or one without an address. */
export const documentPath = (type: string, value: unknown) =>
  hrefFor({ _type: type, slug: textOf(propertyOf(value, 'slug'), 'current') ?? null });
