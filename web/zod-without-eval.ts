import { config } from 'zod/mini';

/**
 * Import this before schemas that also run in browsers. Zod tests whether it may generate code, which browsers report as a
 * violation of our Content-Security-Policy. Such schemas use `zod/mini`, since bundlers drop its unused parts.
 */
config({ jitless: true });
