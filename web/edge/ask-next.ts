import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { createRequestResponseMocks } from 'next/dist/server/lib/mock-request.js';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A whole answer of Next, not packed. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/**
 * Asks Next within the process, with the objects by which it asks itself for pictures to optimise. They carry the path
 * and these headers alone, so that the answer holds for everybody. `x-forwarded-for` is among them: limits count by it.
 */
export async function askNext(next: Handler, url: string, asked: IncomingHttpHeaders): Promise<Answer> {
  const chunks: Buffer[] = [];
  const { req, res } = createRequestResponseMocks({
    url,
    headers: { host: 'localhost', ...asked },
    resWriter: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
  });
  const written = finished(res);
  // Their types lag behind Node's.
  await Promise.all([Reflect.apply(next, undefined, [req, res]), written]);
  // The steps after this change the body.
  const { 'content-length': _, ...headers } = res.getHeaders();
  return { status: res.statusCode, headers, body: Buffer.concat(chunks) };
}

/** The value of a header as one text, empty when there is none. */
export function headerOf({ headers }: Answer, name: string): string {
  return [headers[name] ?? ''].flat().join(', ');
}

export const isHtml = (answer: Answer) => headerOf(answer, 'content-type').startsWith('text/html');
