import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import { answerErrorsInHtml } from './error-page.ts';
import { Packed } from './packed.ts';

/** Brotli's quality, 0 to 11, for what is packed each time it is sent: two milliseconds for 45 kB. */
const quick = 5;

const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quick } } });

/** Pages and style sheets are the same for everybody, so they are packed once, as small as they get. */
const packed = new Packed(24 * 1024 * 1024);

/**
 * Compresses what this process answers, with Brotli where the browser takes it. Next compresses with gzip only and
 * lets nobody else do it, so its own compression is off (`next.config.ts`), and Node's announcement of each request
 * is where ours comes in, before Next sees the request.
 */
export function compressAnswers(): void {
  subscribe('http.server.request.start', (message) => {
    if (typeof message !== 'object' || message === null) return;
    const request: unknown = Reflect.get(message, 'request');
    const response: unknown = Reflect.get(message, 'response');
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
    // What is sent to the site is answered in a few hundred bytes: packing them takes longer than it saves.
    if (request.method !== 'POST') {
      const send = Reflect.get(response, 'end').bind(response);
      Reflect.apply(compress, undefined, [request, response, () => {}]);
      sendPacked(response, send, takesBrotli(request.headers['accept-encoding']));
    }
    keepQuery(request.url ?? '', response);
    if (request.url?.startsWith('/_next/static/') && request.url.endsWith('.css')) gather(response);
    if (process.env.NODE_ENV === 'production') answerErrorsInHtml(request, response);
  });
}

/** Whether a browser that sends this `Accept-Encoding` takes Brotli. */
function takesBrotli(accepted: string | string[] | undefined): boolean {
  return /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[;,]|$)/i.test(String(accepted ?? ''));
}

/** A redirect is kept for its path; what a campaign has put behind it is passed on to a page of ours. */
function keepQuery(url: string, response: ServerResponse) {
  const { end } = response;
  const query = url.indexOf('?');
  if (query === -1) return;
  const endWithQuery = (...parts: unknown[]) => {
    const location = response.headersSent ? undefined : response.getHeader('location');
    if (
      [307, 308].includes(response.statusCode) &&
      String(response.getHeader('cache-control')).startsWith('public') &&
      typeof location === 'string' &&
      /^\/[^?#]*$/.test(location)
    )
      response.setHeader('location', location + url.slice(query));
    return Reflect.apply(end, response, parts);
  };
  Reflect.defineProperty(response, 'end', { value: endWithQuery, configurable: true, writable: true });
}

type Send = (body?: unknown) => ServerResponse;

/** Lets a response that ends with the whole of a cached page, or of a style sheet, go out in its packed form. */
function sendPacked(response: ServerResponse, send: Send, brotli: boolean) {
  const { end } = response;
  const endPacked = (...parts: unknown[]) => {
    const [body] = parts;
    const isPage = isCachedPage(response);
    if (isPage || isUnchangedPage(response)) leaveOutForScripts(response);
    else if (isStyleSheet(response)) {
      response.removeHeader('accept-ranges');
      response.removeHeader('last-modified');
    }
    if (!brotli || typeof body !== 'string' || !(isPage || isStyleSheet(response)))
      return Reflect.apply(end, response, parts);
    packed
      .get(body)
      .then((bytes) => {
        if (response.headersSent || response.destroyed) return;
        response.setHeader('content-encoding', 'br');
        response.setHeader('content-length', bytes.length);
        if (!/accept-encoding/i.test(String(response.getHeader('vary'))))
          response.appendHeader('vary', 'Accept-Encoding');
        send(bytes);
      })
      .catch(() => Reflect.apply(end, response, parts));
    return response;
  };
  Reflect.defineProperty(response, 'end', { value: endPacked, configurable: true, writable: true });
}

/** Next streams files; a style sheet has to be whole before it can be packed. */
function gather(response: ServerResponse) {
  const { write, end } = response;
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const writeLater = (...parts: unknown[]) => {
    if (response.statusCode !== 200) return Reflect.apply(write, response, parts);
    keep(parts[0]);
    for (const part of parts) if (typeof part === 'function') part();
    return true;
  };
  const endWhole = (...parts: unknown[]) => {
    keep(parts[0]);
    if (response.statusCode !== 200 || chunks.length === 0) return Reflect.apply(end, response, parts);
    return Reflect.apply(end, response, [Buffer.concat(chunks).toString('utf8')]);
  };
  Reflect.defineProperty(response, 'write', { value: writeLater, configurable: true, writable: true });
  Reflect.defineProperty(response, 'end', { value: endWhole, configurable: true, writable: true });
}

const isCachedPage = (response: ServerResponse) =>
  !response.headersSent &&
  String(response.getHeader('content-type')).startsWith('text/html') &&
  String(response.getHeader('cache-control')).startsWith('public');

/** The answer to a browser that has the page already: it carries the headers that the page came with. */
const isUnchangedPage = (response: ServerResponse) =>
  !response.headersSent && response.statusCode === 304 && response.hasHeader('x-nextjs-prerender');

/** Files that never change need no other proof of it than their name. */
const isStyleSheet = (response: ServerResponse) =>
  !response.headersSent &&
  response.statusCode === 200 &&
  String(response.getHeader('content-type')).startsWith('text/css');

/**
 * Headers of a page that only the framework's scripts in the browser read. What is left of `Vary` still keeps a page
 * apart from the data that those scripts ask for under the same address.
 */
function leaveOutForScripts(response: ServerResponse) {
  response.removeHeader('x-nextjs-prerender');
  response.removeHeader('x-nextjs-stale-time');
  response.setHeader('vary', 'rsc, Accept-Encoding');
}
