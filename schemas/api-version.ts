/** Version of Sanity's content API that the site, the Studio and validation use. */
export const apiVersion = '2026-02-01';
