/** Event of a form after hydration. It bubbles. */
export const hydratedEvent = 'hydrated';
/** Event of an island that React emptied after a fatal error. */
export const failedEvent = 'failed';
