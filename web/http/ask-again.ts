/** `Cache-Control` of published content: always revalidated, with 304 while it is unchanged. */
export const askAgain = 'public, max-age=0, must-revalidate';
