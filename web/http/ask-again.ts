/** `Cache-Control` for what is published: browsers and caches ask each time, and get 304 as long as nothing changed. */
export const askAgain = 'public, max-age=0, must-revalidate';
