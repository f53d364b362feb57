/** What a campaign writes on the addresses that lead to the site. */
export const campaignParameters = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** What advertisers write on them: identifiers of one click, which are not kept. */
export const clickParameters = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid'] as const;

/** What a page with a form answers. With `tool`, the page also reads the fields of that tool's form. */
export const formParameters = ['tool', 'service', 'opening', 'message'] as const;

/**
 * All query parameters that change a page. A page whose address has one of them is for one visitor: it depends on its
 * whole query. All other queries change nothing. Shared caches need this list: `deploy/nginx.conf` has it too, and
 * `tests/unit/structure/shared-caches.test.ts` compares both.
 */
export const pageParameters = [...formParameters, ...campaignParameters, ...clickParameters] as const;
export type PageParameter = (typeof pageParameters)[number];

/** All query parameters of a picture below `/media`: part, width and signature. */
export const pictureParameters = ['rect', 'w', 's'] as const;
