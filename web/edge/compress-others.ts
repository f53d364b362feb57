import { constants } from 'node:zlib';
import compression from 'compression';
import type { Step } from './step.ts';

/** Brotli quality (0 to 11) per request: two milliseconds for 45 kB. */
export const quick = 5;
const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quick } } });

/**
 * Compresses uncached responses (the Studio's scripts, previews, data), with Brotli where accepted: Next only knows
 * gzip, and does nothing without `accept-encoding`.
 */
export const compressOthers: Step = (request, response, next) => {
  const { 'accept-encoding': accepted, ...headers } = request.headers;
  // Form responses are a few hundred bytes: compression costs more than it saves.
  if (request.method !== 'POST' && accepted)
    Reflect.apply(compress, undefined, [
      { method: request.method, headers: { ...headers, 'accept-encoding': accepted } },
      response,
      () => {},
    ]);
  delete request.headers['accept-encoding'];
  next();
};
