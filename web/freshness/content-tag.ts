/** On all cached content, for changes without details. */
export const contentTag = 'content';

/** On responses that list the whole site: expired with each publish. */
export const anyChangeTag = 'any-change';
