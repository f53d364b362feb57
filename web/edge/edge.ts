import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { askNext, type Handler } from './ask-next.ts';
import { compressOthers } from './compress-others.ts';
import { withErrorPage } from './error-page.ts';
import { keepPages } from './page-cache.ts';
import { wellFormed } from './well-formed.ts';
import { withoutInertParts } from './without-inert-parts.ts';

/** Answers a request, or changes it or its response and lets the next step have it. */
export type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

/**
 * Next passes on whatever a client writes into `x-forwarded-for`, so anybody could escape a rate limit. Without a proxy
 * in front (TRUST_PROXY) it becomes the address of the connection.
 */
const trustConnection: Step = (request, _response, next) => {
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? 'unknown';
  next();
};

/**
 * What stands before Next, in this order. None of it is needed for a right answer: status, redirects, headers and
 * policy come from Next (`proxy.ts`, `next.config.ts`), whoever runs it.
 */
export function edge(next: Handler, { trustProxy }: { trustProxy: boolean }): RequestListener {
  const ask = async (url: string) => withoutInertParts(withErrorPage(url, await askNext(next, url)));
  const steps: Step[] = [
    ...(trustProxy ? [] : [trustConnection]),
    wellFormed,
    keepPages(ask),
    compressOthers,
    // Next has a third parameter of its own.
    (request, response) => next(request, response),
  ];
  return (request, response) => {
    const run = (index: number) => steps[index]?.(request, response, () => run(index + 1));
    run(0);
  };
}
