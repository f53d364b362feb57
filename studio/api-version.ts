/** Version of the content API that the Studio's own queries are written for. */
export const apiVersion = '2026-02-01';
