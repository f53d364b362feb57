import type { Middleware } from './middleware.ts';

/** Uploads to the content lake, of tax invoices and of CVs may be large. Node aborts them after five minutes. */
const upload = /^\/lake\/|^\/api\/application$|^\/api\/payments\/bills\/(?:[\w-]+\/invoice|invoices)$/;
/** These routes limit their bodies themselves. */
const limitedByRoute = /^\/(?:api|staff)\//;

/** Bytes. Applies to all other routes, which read no body. */
const largest = 64 * 1024;

/**
 * Closes the connection if a request body takes longer than `timeout` milliseconds, because each open request holds
 * memory. Responds with 413 to a large body that no route would read.
 */
export const bodyLimits =
  (timeout: number, securityHeaders: Map<string, string>): Middleware =>
  (request, response, next) => {
    const { headers, socket, url = '' } = request;
    const length = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
    if (!length || upload.test(url)) return next();
    const timer = setTimeout(() => request.complete || socket.destroy(), timeout);
    // The response may be sent before the body has ended.
    response.once('close', () => request.complete && clearTimeout(timer));
    if (length > largest && !limitedByRoute.test(url)) {
      // Keep the connection open until the body has been read and dropped. Otherwise a proxy that is still sending
      // would miss the response.
      response.setHeaders(securityHeaders).writeHead(413);
      return response.end(`Send at most ${largest} bytes here, and say how many.\n`);
    }
    next();
  };
