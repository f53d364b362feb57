import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

/** Returns the site path of a document; null without a slug, or if its type has no page. */
export const documentPath = (type: string, value: unknown) =>
  hrefFor({ _type: type, slug: textOf(propertyOf(value, 'slug'), 'current') ?? null });
