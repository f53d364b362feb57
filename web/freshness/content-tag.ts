/** On every page and every kept answer: expired when published content has changed and nobody said what. */
export const contentTag = 'content';

/** On answers that list the whole site: expired with each publish. */
export const anyChangeTag = 'any-change';
