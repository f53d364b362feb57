import { retryAfter } from './retry-after.ts';

/** The response of an API route, before it is converted to HTTP. */
export type ApiResponse = {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** Creates an error response. `error` is shown to people: it says what is wrong and what to do. */
export function errorResponse(
  status: number,
  error: string,
  more: Record<string, unknown> = {},
): ApiResponse {
  return { status, body: { error, ...more } };
}

/** Converts an API response to an HTTP response that no cache may store. A 503 gets `Retry-After`. */
export function toResponse({ status, body, headers }: ApiResponse): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', ...(status === 503 ? retryAfter : {}), ...headers },
  });
}

/** Creates a 429 response. Its message is the sentence `what` and a sentence that says when to try again. */
export function limitedResponse(what: string, seconds: number): ApiResponse {
  return {
    ...errorResponse(429, `${what} Please try again in ${durationText(seconds)}.`),
    headers: { 'retry-after': String(seconds) },
  };
}

function durationText(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
