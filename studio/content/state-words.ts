/** The states of a document as all views of the Studio name them. */
export const stateWords = {
  draft: 'Draft',
  changed: 'Changed',
  published: 'Published',
};
