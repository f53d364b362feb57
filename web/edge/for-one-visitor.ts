import type { IncomingMessage } from 'node:http';
import { isAsked, queryOf } from '#web/http/asked.ts';
import { previewOf } from '#web/http/preview-pass.ts';
import { carrySource } from '#web/visits/carry-source.ts';
import { type Answer, headerOf } from './ask-next.ts';
import { pathOf } from './page-cache.ts';
import type { Step } from './step.ts';
import { visit } from './visit.ts';
import { withoutInertParts } from './without-inert-parts.ts';

/**
 * Previews and answers to a query. Only Next can tell who may see drafts: others, and guests on other pages, get the
 * public response.
 */
export function forOneVisitor(
  ask: (url: string, headers: IncomingMessage['headers']) => Promise<Answer>,
): Step {
  return (request, response, next) => {
    const { url = '/', method, headers } = request;
    const isForOne = previewOf(headers.cookie) || isAsked(queryOf(url));
    if (!isForOne || pathOf(request) === undefined || method !== 'GET') return next();
    return ask(url, headers)
      .then((answer) => {
        const isDraft = headerOf(answer, 'content-security-policy').includes("'nonce-");
        if (isDraft) return response.writeHead(answer.status, answer.headers).end(answer.body);
        const source = visit(answer, request);
        const { status, headers, body } = withoutInertParts(answer);
        const html = source === undefined ? body : carrySource(body.toString(), source);
        return response.writeHead(status, headers).end(html);
      })
      .catch(() => response.headersSent || next());
  };
}
