/** Bubbles from a form once React runs in it. */
export const hydratedEvent = 'hydrated';
