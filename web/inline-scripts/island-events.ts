/** Bubbles from a form after hydration. */
export const hydratedEvent = 'hydrated';
/** On an island that React emptied after a fatal error. */
export const failedEvent = 'failed';
