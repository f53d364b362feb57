import { config } from 'zod/mini';

/**
 * For schemas that also run in browsers. zod tries whether it may compile code, which our Content-Security-Policy
 * forbids and the browser then reports as a violation. They use `zod/mini`, of which only what is used is delivered.
 */
config({ jitless: true });
