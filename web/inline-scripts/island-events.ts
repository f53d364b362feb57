/** Bubbles from a form once React runs in it. */
export const hydratedEvent = 'hydrated';
/** At an island that React has emptied, since it could not go on. */
export const failedEvent = 'failed';
