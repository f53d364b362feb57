/** Fired on an island right before its hydration, for the loader to restore the server's nodes. */
export const hydratingEvent = 'hydrating';
/** Fired on a form after hydration. Bubbles. */
export const hydratedEvent = 'hydrated';
/** Fired on an island that React has emptied after a fatal error. The loader cancels it for another hydration. */
export const failedEvent = 'failed';
