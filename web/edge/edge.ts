import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Settings } from '#settings';
import { noticingContent } from '#web/content/unavailable.ts';
import type { PageStore } from '#web/freshness/page-store.ts';
import { clientAddressReader } from '#web/http/client-address.ts';
import { everywhere, framePolicy, overHttps } from '#web/http/security-headers.ts';
import { askNext, type Handler } from './ask-next.ts';
import { bodyLimits } from './body-limits.ts';
import { compressOthers } from './compress-others.ts';
import { withErrorPage } from './error-page.ts';
import { forOneVisitor } from './for-one-visitor.ts';
import { withoutForeignId } from './observe.ts';
import { keepPages } from './page-cache.ts';
import { ofLake } from './pass-to-lake.ts';
import type { Step } from './step.ts';
import { wellFormed } from './well-formed.ts';
import { withoutFalseClaims } from './without-false-claims.ts';
import { withoutInertParts } from './without-inert-parts.ts';

type Options = Pick<Settings, 'trustProxy' | 'siteUrl'> & {
  pages: PageStore;
  lake?: Step;
  /** Milliseconds for the body of a request. */
  bodyTimeout?: number;
};

/**
 * Overwrites `x-forwarded-for` with the client's one address: Next trusts the header, so anybody could evade rate
 * limits. The protocol is the site's own.
 */
function withClientAddress(trustProxy: Settings['trustProxy'], protocol: Record<string, string>): Step {
  const addressOf = clientAddressReader(trustProxy);
  return ({ headers, socket }, _response, next) => {
    headers['x-forwarded-for'] = addressOf(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''));
    Object.assign(headers, protocol);
    next();
  };
}

/** Redirects for slashes and `/studio/index.html`, which precede Next's header rules. */
const beforeRules = /^(?!\/(?:\?|$))[^?]*[/\\](?:[/\\?]|$)|^\/studio\/index\.html(?:[/?]|$)/;

/** Sets the security headers missing there. Not everywhere: presetting them costs a third of the throughput. */
function withSecurityHeaders(all: Map<string, string>): Step {
  return ({ url = '' }, response, next) => {
    if (beforeRules.test(url) || ofLake.test(url)) response.setHeaders(all);
    next();
  };
}

/**
 * The steps before Next, in order. Correctness for visitors does not depend on them: status, redirects, headers and
 * policy come from Next (`proxy.ts`, `next-config.ts`). Staff need the step to the embedded lake.
 */
export function edge(next: Handler, options: Options): RequestListener {
  const { trustProxy, siteUrl, pages, lake, bodyTimeout = 30_000 } = options;
  const isSecure = siteUrl.startsWith('https:');
  const protocol: Record<string, string> = isSecure ? { 'x-forwarded-proto': 'https' } : {};
  const securityHeaders = new Map(
    Object.entries({ ...everywhere, ...(isSecure && overHttps), 'content-security-policy': framePolicy }),
  );
  const ask = async (url: string, headers: IncomingHttpHeaders) => {
    const { answer, isAway } = await noticingContent(() => askNext(next, url, headers));
    return withErrorPage(url, answer, isAway);
  };
  const askForAll = async (url: string, from: string) =>
    withoutInertParts(await ask(url, { 'x-forwarded-for': from, ...protocol }));
  const steps: Step[] = [
    withoutForeignId(trustProxy),
    bodyLimits(bodyTimeout, securityHeaders),
    wellFormed,
    withSecurityHeaders(securityHeaders),
    ...(lake ? [lake] : []),
    withClientAddress(trustProxy, protocol),
    withoutFalseClaims,
    keepPages(askForAll, pages),
    compressOthers,
    forOneVisitor(ask),
    // Next has a third parameter of its own.
    (request, response) => next(request, response),
  ];
  return (request, response) => {
    const run = (index: number) => steps[index]?.(request, response, () => run(index + 1));
    run(0);
  };
}
