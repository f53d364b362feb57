import { AsyncLocalStorage } from 'node:async_hooks';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { retryAfter } from '#web/http/retry-after.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

declare global {
  interface OncePerProcess {
    /** Next answers 500 whatever a page throws: `isAway` tells who asked that content was missing. */
    contentAskers: AsyncLocalStorage<{ isAway: boolean }>;
  }
}
oncePerProcess.contentAskers ??= new AsyncLocalStorage();
const askers = oncePerProcess.contentAskers;

/** The content API timed out, failed, or answered without content. Worth a retry. */
export class ContentUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The content API does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'ContentUnavailable';
    Object.assign(askers.getStore() ?? {}, { isAway: true });
  }
}

/** What Next answers, and whether it had to do without content. */
export async function noticingContent<T>(ask: () => Promise<T>): Promise<{ answer: T; isAway: boolean }> {
  const asker = { isAway: false };
  const answer = await askers.run(asker, ask);
  return { answer, isAway: asker.isAway };
}

/** The page in place of one whose content is missing. */
export const awayPage = (pathname: string) => ({
  status: 503,
  headers: { ...messageHeaders, ...retryAfter },
  html: messageHtml({
    heading: 'Back in a moment',
    text: 'This page cannot be shown just now.',
    hint: 'Nothing that you did caused it. Please try again in a minute.',
    links: [
      { href: pathname, label: 'Try again' },
      { href: '/', label: 'Back to the home page' },
    ],
  }),
});

/** Answers 503 with `retry-after` while the content API is down. */
export function withContent<Parameters extends unknown[]>(
  handler: (...parameters: Parameters) => Promise<Response>,
): (...parameters: Parameters) => Promise<Response> {
  return async (...parameters) => {
    try {
      return await handler(...parameters);
    } catch (error) {
      if (!(error instanceof ContentUnavailable)) throw error;
      console.error(error.message);
      return new Response('The content is away for a moment. Please try again.\n', {
        status: 503,
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          ...retryAfter,
          'cache-control': 'no-store',
        },
      });
    }
  };
}
