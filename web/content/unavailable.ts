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

/**
 * What `read` asks of the content API; every failure of it becomes a `ContentUnavailable`, and so does an answer that is
 * none, such as a proxy's own page: a query's result is null at the least.
 */
export async function fromContent<Result>(read: () => Promise<Result>): Promise<Result> {
  let result: Result;
  try {
    result = await read();
  } catch (error) {
    throw new ContentUnavailable(error);
  }
  if (result === undefined) throw new ContentUnavailable('the answer holds no result');
  return result;
}

/** Answers a request; while the content API is away it answers 503 and says when to come again. */
export async function whileContentAnswers(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error;
    console.error(error.message);
    return unavailableAnswer();
  }
}

export function unavailableAnswer(): Response {
  return new Response('The content is away for a moment. Please try again.\n', {
    status: 503,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
    },
  });
}
