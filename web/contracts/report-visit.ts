import type { VisitKind } from './visit.ts';

/** Header of a request by a page's script: the query that says what had brought its visitor. */
export const cameFromHeader = 'x-came-from';

/** In a browser: what the server wrote on the page for it (`web/visits/add-source-to-links.ts`). */
export const cameFrom = (): string => document.documentElement.dataset.cameFrom ?? '';

/** In a browser: the address of a call to the site, which says it too. */
export const withSource = (path: string): string => (cameFrom() ? `${path}?${cameFrom()}` : path);

/** In a browser: reports what was done on this page. Nothing waits for it. */
export const report = (kind: VisitKind): boolean => navigator.sendBeacon(withSource('/api/visit'), kind);
