import { AsyncLocalStorage } from 'node:async_hooks';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { retryAfter } from '#web/http/retry-after.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { contactLinks } from './contact-links.ts';

declare global {
  interface OncePerProcess {
    /**
     * Next responds with 500 to any error, so `isUnavailable` records whether the content API was unavailable, and
     * `isSilent` whether a query got no response in time.
     */
    contentRequests: AsyncLocalStorage<{ isUnavailable: boolean; isSilent: boolean }>;
  }
}
oncePerProcess.contentRequests ??= new AsyncLocalStorage();
const { contentRequests } = oncePerProcess;

/** The content API timed out, failed or returned no content. A retry may succeed. */
export class ContentUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The content API does not respond: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'ContentUnavailable';
    const isSilent = cause instanceof DOMException && cause.name === 'TimeoutError';
    Object.assign(contentRequests.getStore() ?? {}, { isUnavailable: true, ...(isSilent && { isSilent }) });
  }
}

/** Throws if an earlier query of this request got no response: nobody waits for the content API twice. */
export function requireResponsive(): void {
  if (contentRequests.getStore()?.isSilent) throw new ContentUnavailable('an earlier query got no response');
}

/** Runs a request to Next. Also returns whether the content API was unavailable during it. */
export async function detectUnavailableContent<Result>(
  request: () => Promise<Result>,
): Promise<{ result: Result; isUnavailable: boolean }> {
  const state = { isUnavailable: false, isSilent: false };
  const result = await contentRequests.run(state, request);
  return { result, ...state };
}

/** Returns the page to show while the content API is unavailable. The same page serves every address. */
export const unavailablePage = () => ({
  status: 503,
  headers: { ...messageHeaders, ...retryAfter },
  html: messageHtml({
    heading: 'Back in a moment',
    text: 'This page cannot be shown just now.',
    hint: 'Nothing that you did caused it. Please try again in a minute.',
    links: [
      // An empty link leads to the page's own address with its query.
      { href: '', label: 'Try again' },
      ...contactLinks(),
      { href: '/', label: 'Back to the home page' },
    ],
  }),
});

/** Wraps a route: responds with 503 and `Retry-After` while the content API is unavailable. */
export function catchUnavailable<Parameters extends unknown[]>(
  handler: (...parameters: Parameters) => Promise<Response>,
): (...parameters: Parameters) => Promise<Response> {
  return async (...parameters) => {
    try {
      return await handler(...parameters);
    } catch (error) {
      if (!(error instanceof ContentUnavailable)) throw error;
      console.error(error.message);
      return new Response('The content is unavailable at the moment. Please try again.\n', {
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
