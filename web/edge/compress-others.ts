import { constants } from 'node:zlib';
import compression from 'compression';
import type { Step } from './step.ts';

/** Brotli's quality, 0 to 11, for what is packed each time: two milliseconds for 45 kB. */
const quick = 5;
const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quick } } });

/**
 * Packs what is not kept (scripts of the Studio, previews, data), with Brotli where the browser takes it; Next knows gzip
 * only and, with nothing said of encodings, leaves it to us.
 */
export const compressOthers: Step = (request, response, next) => {
  const { 'accept-encoding': accepted, ...headers } = request.headers;
  // Forms are answered in a few hundred bytes: packing them takes longer than it saves.
  if (request.method !== 'POST' && accepted)
    Reflect.apply(compress, undefined, [
      { method: request.method, headers: { ...headers, 'accept-encoding': accepted } },
      response,
      () => {},
    ]);
  delete request.headers['accept-encoding'];
  next();
};
