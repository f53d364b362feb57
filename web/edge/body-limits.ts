import type { Step } from './step.ts';

/** Lake uploads may be large; Node itself aborts them after five minutes. */
const upload = /^\/lake\//;
/** These limit their own bodies. */
const limitedThere = /^\/(?:api|staff)\//;

/** Bytes; other routes read no body. */
const largest = 64 * 1024;

/**
 * Closes the connection when a request's body takes longer than `timeout` milliseconds, since each open one holds
 * memory. Refuses large bodies up front where nothing reads them.
 */
export const bodyLimits =
  (timeout: number, securityHeaders: Map<string, string>): Step =>
  (request, response, next) => {
    const { headers, socket, url = '' } = request;
    const length = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
    if (!length || upload.test(url)) return next();
    const timer = setTimeout(() => request.complete || socket.destroy(), timeout);
    // The response may precede the end of the body.
    response.once('close', () => request.complete && clearTimeout(timer));
    if (length > largest && !limitedThere.test(url)) {
      // The connection stays open until the body is read and dropped: a proxy that still sends would lose the answer.
      response.setHeaders(securityHeaders).writeHead(413);
      return response.end(`Send at most ${largest} bytes here, and say how many.\n`);
    }
    next();
  };
