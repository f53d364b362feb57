import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Settings } from '#settings';
import { clientAddressReader } from '#web/http/client-address.ts';
import { askNext, type Handler } from './ask-next.ts';
import { compressOthers } from './compress-others.ts';
import { withErrorPage } from './error-page.ts';
import { keepPages } from './page-cache.ts';
import { wellFormed } from './well-formed.ts';
import { withoutInertParts } from './without-inert-parts.ts';

/** Answers a request, or changes it or its response and lets the next step have it. */
export type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

/**
 * Next passes on whatever a client writes into `x-forwarded-for`, so anybody could escape a rate limit. Here it becomes
 * the one address of the client.
 */
function withClientAddress(trustProxy: Settings['trustProxy']): Step {
  const addressOf = clientAddressReader(trustProxy);
  return ({ headers, socket }, _response, next) => {
    headers['x-forwarded-for'] = addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''));
    next();
  };
}

/**
 * What stands before Next, in this order. None of it is needed for a right answer: status, redirects, headers and
 * policy come from Next (`proxy.ts`, `next.config.ts`), whoever runs it.
 */
export function edge(next: Handler, { trustProxy }: Pick<Settings, 'trustProxy'>): RequestListener {
  const ask = async (url: string, from: string) =>
    withoutInertParts(withErrorPage(url, await askNext(next, url, from)));
  const steps: Step[] = [
    withClientAddress(trustProxy),
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
