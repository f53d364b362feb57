/** The states of a document as lists show them. */
export const stateWords = { published: 'Published', changed: 'Changed', draft: 'Draft' };
