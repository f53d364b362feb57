import { textOf } from './property.ts';

/** GROQ expression for a document's title: a page's title, a person's name, a testimonial's person, a redirect's old path. */
export const titleExpression = 'coalesce(title, name, person, from)';

/** The fields in the same order. */
export const titleFields = ['title', 'name', 'person', 'from'];

/** Returns a document's title, as `titleExpression` does in a query. */
export const titleOf = (document: { _id: string }, otherwise = document._id) =>
  titleFields.map((name) => textOf(document, name)).find(Boolean) ?? otherwise;
