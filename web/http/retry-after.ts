/** Seconds after which a client may repeat a request that got a 503. */
const seconds = 5;

export const retryAfter = { 'retry-after': String(seconds) } as const;
