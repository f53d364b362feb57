import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { retryAfter } from '#web/http/retry-after.ts';

/** Adds `Retry-After` to every 503 without one, whether Next, an API route, the edge or the content lake sends it. */
export class SiteResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    // A header in the arguments replaces this one.
    if (status === 503 && !this.hasHeader('retry-after'))
      this.setHeaders(new Map(Object.entries(retryAfter)));
    return typeof reason === 'string'
      ? super.writeHead(status, reason, headers)
      : super.writeHead(status, reason ?? headers);
  }
}
