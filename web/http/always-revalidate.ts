/** `Cache-Control` of published content: caches revalidate it each time, and get 304 while it is unchanged. */
export const alwaysRevalidate = 'public, max-age=0, must-revalidate';
