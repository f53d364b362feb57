/** Seconds after which it is worth asking again. */
export const retryAfterSeconds = 5;

/** The content API did not answer, not in time, or not with content. Another try may end better. */
export class ContentUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The content API does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'ContentUnavailable';
  }
}

/** A route's handler that answers 503, and says when to come again, while the content API is away. */
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
          'retry-after': String(retryAfterSeconds),
          'cache-control': 'no-store',
        },
      });
    }
  };
}
