/** Of Sanity, which the site, the Studio and a document's validation ask with. */
export const apiVersion = '2026-02-01';
