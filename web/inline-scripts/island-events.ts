/** Fired on a form after hydration. Bubbles. */
export const hydratedEvent = 'hydrated';
/** Fired on an island that React has emptied after a fatal error. */
export const failedEvent = 'failed';
