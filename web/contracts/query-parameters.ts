/** The campaign parameters in addresses that lead to the site. */
export const campaignParameters = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** The click identifiers that advertisers add. They are not stored. */
export const clickParameters = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid'] as const;

/** Parameters that fill in or submit a form. With `tool`, the page also reads the fields of that tool's form. */
export const formParameters = ['tool', 'service', 'opening', 'message'] as const;

/**
 * All query parameters that change a page. A page with one of them is rendered for one visitor and depends on its whole
 * query. Other parameters change nothing. `deploy/nginx.conf` repeats this list for shared caches;
 * `tests/unit/structure/shared-caches.test.ts` compares both.
 */
export const pageParameters = [...formParameters, ...campaignParameters, ...clickParameters] as const;
export type PageParameter = (typeof pageParameters)[number];

/**
 * The query with which a reader chooses the prices and words for the Gulf. Other spellings and values are ignored, so each
 * page has exactly two versions. `deploy/nginx.conf` repeats the pattern.
 */
export const gulfQuery = 'in=gulf';

/**
 * Returns whether an address chooses the Gulf. As for nginx, which keys its cache by this, the query ends at a `#`.
 * @example choosesGulf('/prices?in=gulf') // true
 * @example choosesGulf('/prices?in=qatar') // false
 */
export const choosesGulf = (url: string): boolean => /^[^?#]*\?(?:[^#]*&)?in=gulf(?:[&#]|$)/.test(url);

/** All query parameters of an image below `/media`: crop, width and signature. */
export const pictureParameters = ['rect', 'w', 's'] as const;
