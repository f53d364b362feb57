export const retryAfterSeconds = 5;

/** The content API timed out, failed, or answered without content. Worth a retry. */
export class ContentUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The content API does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'ContentUnavailable';
  }
}

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
          'retry-after': String(retryAfterSeconds),
          'cache-control': 'no-store',
        },
      });
    }
  };
}
