import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A complete, uncompressed response of Next. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/**
 * Asks Next in-process, with the mocks that it uses itself to optimise pictures. Only these headers are passed, so that
 * the answer is the same for everybody; `x-forwarded-for` is for rate limits.
 */
export async function askNext(next: Handler, url: string, asked: IncomingHttpHeaders): Promise<Answer> {
  const chunks: Buffer[] = [];
  const { req, res } = createRequestResponseMocks({
    url,
    headers: { host: 'localhost', ...asked },
    resWriter: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
  });
  const written = finished(res);
  // The mocks' types lag behind Node's.
  await Promise.all([Reflect.apply(next, undefined, [req, res]), written]);
  // Later steps change the body.
  const { 'content-length': _, ...headers } = res.getHeaders();
  return { status: res.statusCode, headers, body: Buffer.concat(chunks) };
}

/** A header as one string, empty without it. */
export function headerOf({ headers }: Answer, name: string): string {
  const value = headers[name] ?? '';
  return typeof value === 'string' ? value : [value].flat().join(', ');
}

export const isHtml = (answer: Answer) => headerOf(answer, 'content-type').startsWith('text/html');
