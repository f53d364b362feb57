import type { VisitKind } from '#web/contracts/visit.ts';

/** Returns the query string with this visit's source. `web/visits/add-source-to-links.ts` wrote it to the page. */
export const attributionQuery = (): string => document.documentElement.dataset.attribution ?? '';

/** Adds the source of this visit to the path of a request. */
export const withAttribution = (path: string): string =>
  attributionQuery() ? `${path}?${attributionQuery()}` : path;

/** Reports what the visitor did on this page. Does not wait for a response. */
export const reportVisit = (kind: VisitKind): boolean =>
  navigator.sendBeacon(withAttribution('/api/visit'), kind);
