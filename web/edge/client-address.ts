import type { Step } from './edge.ts';

/**
 * Next passes on whatever a client writes into `x-forwarded-for`, so anybody could escape a rate limit. Without a proxy
 * in front (TRUST_PROXY) it becomes the address of the connection.
 */
export const trustConnection: Step = (request, _response, next) => {
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? 'unknown';
  next();
};
