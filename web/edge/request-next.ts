import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A complete, uncompressed response from Next. */
export type RenderedResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/**
 * Requests a URL from Next in-process, with the mock objects that Next uses for its own image optimizer. Next sees only
 * the given headers, so a response does not depend on the client.
 */
export async function requestNext(
  next: Handler,
  url: string,
  headers: IncomingHttpHeaders,
): Promise<RenderedResponse> {
  const chunks: Buffer[] = [];
  const { req, res } = createRequestResponseMocks({
    url,
    headers: { host: 'localhost', ...headers },
    resWriter: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
  });
  const written = finished(res);
  // The types of Next's mocks lag behind Node's.
  await Promise.all([Reflect.apply(next, undefined, [req, res]), written]);
  // Drop the length, because later middleware changes the body.
  const { 'content-length': _, ...responseHeaders } = res.getHeaders();
  return { status: res.statusCode, headers: responseHeaders, body: Buffer.concat(chunks) };
}

/** Returns a header as one string, or an empty string if it is missing. */
export function readHeader({ headers }: RenderedResponse, name: string): string {
  const value = headers[name] ?? '';
  return typeof value === 'string' ? value : [value].flat().join(', ');
}

export const isHtml = (response: RenderedResponse) =>
  readHeader(response, 'content-type').startsWith('text/html');
