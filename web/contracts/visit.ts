/** Counted actions of visitors. */
export const visitKinds = ['view', 'enquiry', 'chat', 'call', 'mail'] as const;
export type VisitKind = (typeof visitKinds)[number];

/** The groupings of visit statistics. */
export const visitGroups = ['source', 'day', 'path'] as const;
export type VisitGroup = (typeof visitGroups)[number];

/** Request header in which our scripts send the query string that names the visit's source. */
export const attributionHeader = 'x-came-from';

/** Separates source, medium and campaign in the name of a visit's source. */
export const sourceSeparator = ' / ';
/** Medium of visits from an AI assistant, such as ChatGPT. */
export const assistantMedium = 'assistant';
