/** `Cache-Control` of published content: caches revalidate it each time, and get 304 while it is unchanged. */
export const alwaysRevalidate = 'public, max-age=0, must-revalidate';

/**
 * Forbids changes on the way, in `Cache-Control` of each HTML page. Cloudflare would otherwise replace e-mail addresses by
 * a text that only its own script can read, which our policy blocks.
 */
export const noTransform = 'no-transform';
