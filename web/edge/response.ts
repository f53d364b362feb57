import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import { retryAfter } from '#web/http/retry-after.ts';

/** Adds `Retry-After` to each 503 that has none, whether Next, an API, the edge or the content lake sends it. */
export class SiteResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    // Headers in the arguments replace it.
    if (status === 503 && !this.hasHeader('retry-after'))
      this.setHeaders(new Map(Object.entries(retryAfter)));
    return typeof reason === 'string'
      ? super.writeHead(status, reason, headers)
      : super.writeHead(status, reason ?? headers);
  }
}
