const ratings = ['good', 'needs-improvement', 'poor'] as const;
/** How a page felt in a visitor's browser, by the names and limits of Google's Web Vitals. */
const vitals = (['LCP', 'INP', 'CLS'] as const).flatMap((name) =>
  ratings.map((rating) => `${name}-${rating}` as const),
);

/** What is counted: what people do on a page or from there, and how the page felt. */
export const visitKinds = ['view', 'enquiry', 'chat', 'call', 'mail', ...vitals] as const;
export type VisitKind = (typeof visitKinds)[number];

/** What visits can be grouped by. */
export const visitGroups = ['source', 'day', 'path', 'device'] as const;
export type VisitGroup = (typeof visitGroups)[number];

/** Header of a request by a page's script: the query that says what had brought its visitor. */
export const cameFromHeader = 'x-came-from';

/** In a browser: what the server wrote on the page for it (`web/visits/carry-source.ts`). */
export const cameFrom = (): string => document.documentElement.dataset.cameFrom ?? '';

/** In a browser: the address of a call to the site, which says it too. */
export const withSource = (path: string): string => (cameFrom() ? `${path}?${cameFrom()}` : path);

/** In a browser: reports what was done on this page. Nothing waits for it. */
export const report = (kind: VisitKind): boolean => navigator.sendBeacon(withSource('/api/visit'), kind);
