import { config } from 'zod/mini';

/**
 * For schemas that also run in browsers, which would report zod's probe for code generation as a violation of our
 * Content-Security-Policy. They use `zod/mini`, whose unused parts are not delivered.
 */
config({ jitless: true });
