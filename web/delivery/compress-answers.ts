import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import compression from 'compression';

/**
 * Qualities of Brotli, 0 to 11, and what they take for a page of 45 kB: `quick` two milliseconds for every answer,
 * `good` thirty for a style sheet, which browsers then keep, `best` three hundred, once for each version of a page,
 * in the background. From `quick` to `best` a page loses an eighth.
 */
const quick = 5;
const good = 10;
const best = 11;

const withQuality = (quality: number) =>
  compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } } });

/** Pages in their smallest form, by their HTML, the latest last. */
const packed = new Map<string, Buffer>();
const mostPacked = 2000;
/** Pages to be packed, one after the other, so that this never takes more than one processor. */
const waiting = new Set<string>();
let isPacking = false;

function pack(html: string) {
  waiting.add(html);
  if (!isPacking) packNext();
}

function packNext() {
  const [html] = waiting;
  isPacking = html !== undefined;
  if (html === undefined) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: best,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html),
  };
  brotliCompress(html, { params }, (error, result) => {
    waiting.delete(html);
    if (!error) packed.set(html, result);
    const oldest = packed.keys().next().value;
    if (packed.size > mostPacked && oldest !== undefined) packed.delete(oldest);
    packNext();
  });
}

/**
 * Compresses what this process answers, with Brotli where the browser takes it. Next compresses with gzip only and
 * lets nobody else do it, so its own compression is off (`next.config.ts`), and Node's announcement of each request
 * is where ours comes in, before Next sees the request. A cached page is packed as small as it gets once it was asked
 * for; until that is done it goes out quickly packed.
 */
export function compressAnswers(): void {
  const compressQuickly = withQuality(quick);
  const compressWell = withQuality(good);
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null) return;
    const request: unknown = Reflect.get(message, 'request');
    const response: unknown = Reflect.get(message, 'response');
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
    const { end } = response;
    // A style sheet stands before every first picture of a page, and browsers keep it for ever.
    const compress = request.url?.endsWith('.css') ? compressWell : compressQuickly;
    Reflect.apply(compress, undefined, [request, response, () => {}]);
    if (/\bbr\b/.test(String(request.headers['accept-encoding']))) sendPacked(response, end);
  });
}

/** Lets a response whose body is a cached page go out in the form that was packed before. */
function sendPacked(response: ServerResponse, endUncompressed: ServerResponse['end']) {
  const { end } = response;
  const endWithPacked = (...parts: unknown[]) => {
    const html = parts[0];
    if (typeof html !== 'string' || !isCachedPage(response)) return Reflect.apply(end, response, parts);
    const body = packed.get(html);
    if (!body) {
      pack(html);
      return Reflect.apply(end, response, parts);
    }
    response.setHeader('content-encoding', 'br');
    response.setHeader('content-length', body.length);
    response.appendHeader('vary', 'accept-encoding');
    return Reflect.apply(endUncompressed, response, [body]);
  };
  Reflect.defineProperty(response, 'end', { value: endWithPacked, configurable: true, writable: true });
}

const isCachedPage = (response: ServerResponse) =>
  !response.headersSent &&
  String(response.getHeader('content-type')).startsWith('text/html') &&
  String(response.getHeader('cache-control')).startsWith('public');
