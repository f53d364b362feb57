import type { Step } from './edge.ts';

/** What is sent to the content lake may be a large file; of that, Node itself ends what takes five minutes. */
const upload = /^\/lake\//;

/**
 * Ends the connection when the body of a request has not come within `timeout` milliseconds: forms and gateways send some
 * kilobytes, and each open one takes memory for as long as its sender likes.
 */
export const bodyDeadline =
  (timeout: number): Step =>
  (request, response, next) => {
    const { headers, socket, url = '' } = request;
    const hasBody = headers['content-length'] ?? headers['transfer-encoding'];
    if (hasBody && !upload.test(url)) {
      const timer = setTimeout(() => request.complete || socket.destroy(), timeout);
      // An answer may be given before the whole body has come.
      response.once('close', () => request.complete && clearTimeout(timer));
    }
    next();
  };
