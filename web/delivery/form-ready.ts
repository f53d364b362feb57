/** Told on `document` by a form when React has taken it over; what was sent before is sent again then. */
export const formReadyEvent = 'formready';
