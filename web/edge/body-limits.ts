import type { Step } from './step.ts';

/** Uploads to the content lake may be large files; Node itself ends those that take five minutes. */
const upload = /^\/lake\//;
/** These count what they read. */
const limitedThere = /^\/(?:api|staff)\//;

/** Bytes; nothing that is sent elsewhere is read. */
const largest = 64 * 1024;

/**
 * Ends the connection when the body of a request has not come within `timeout` milliseconds: forms and gateways send some
 * kilobytes, and each open one takes memory for as long as its sender likes. Where nothing reads a large body, one is
 * refused before any of it is kept.
 */
export const bodyLimits =
  (timeout: number, securityHeaders: Map<string, string>): Step =>
  (request, response, next) => {
    const { headers, socket, url = '' } = request;
    const length = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0);
    if (!length || upload.test(url)) return next();
    if (length > largest && !limitedThere.test(url)) {
      response.setHeaders(securityHeaders).writeHead(413, { connection: 'close' });
      return response.end(`Send at most ${largest} bytes here, and say how many.\n`);
    }
    const timer = setTimeout(() => request.complete || socket.destroy(), timeout);
    // An answer may be given before the whole body has come.
    response.once('close', () => request.complete && clearTimeout(timer));
    next();
  };
