const ratings = ['good', 'needs-improvement', 'poor'] as const;
/** Google's Web Vitals, with Google's names and limits. */
const vitals = (['LCP', 'INP', 'CLS'] as const).flatMap((name) =>
  ratings.map((rating) => `${name}-${rating}` as const),
);

/** Counted actions of visitors, and Web Vitals. */
export const visitKinds = ['view', 'enquiry', 'chat', 'call', 'mail', ...vitals] as const;
export type VisitKind = (typeof visitKinds)[number];

/** The groupings of visit statistics. */
export const visitGroups = ['source', 'day', 'path', 'device'] as const;
export type VisitGroup = (typeof visitGroups)[number];

/** Request header in which our scripts send the query string that names the visit's source. */
export const attributionHeader = 'x-came-from';

/** Separates source, medium and campaign in the name of a visit's source. */
export const sourceSeparator = ' / ';
/** Medium of visits from an AI assistant, such as ChatGPT. */
export const assistantMedium = 'assistant';
