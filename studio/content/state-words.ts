/** The states of a document as all views of the Studio name them. */
export const stateWords = { published: 'Published', changed: 'Changed', draft: 'Draft' };
