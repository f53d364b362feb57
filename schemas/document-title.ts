import { textOf } from './property.ts';

/** A document's title in a query: a page's title, a person's name, a testimonial's speaker, a redirect's old path. */
export const titleExpression = 'coalesce(title, name, person, from)';

/** A document's title, as `titleExpression` has it. */
export const titleOf = (document: { _id: string }, otherwise = document._id) =>
  ['title', 'name', 'person', 'from'].map((name) => textOf(document, name)).find(Boolean) ?? otherwise;
