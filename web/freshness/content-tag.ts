/** Tag of all cached content, for changes whose details are not known. */
export const contentTag = 'content';

/** Tag of pages that show the kept site settings. */
export const siteTag = 'site';

/** Tag of responses that depend on the whole site. It expires with every publish. */
export const anyChangeTag = 'any-change';
