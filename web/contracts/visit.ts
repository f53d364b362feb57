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
