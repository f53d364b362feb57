import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

/** The path of a document in the Studio; null for none, or without a slug. */
export const documentPath = (type: string, value: unknown) =>
  hrefFor({ _type: type, slug: textOf(propertyOf(value, 'slug'), 'current') ?? null });
