import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { alwaysRevalidate, noTransform } from '#web/http/cache-control.ts';
import { fastBrotliQuality } from './compress-uncached.ts';
import { withInlineStyles } from './inline-styles.ts';
import { chooseVary } from './markdown.ts';
import type { RenderedResponse } from './request-next.ts';

type Coding = 'br' | 'gzip' | 'identity';

/** Bytes. The best quality takes 20 to 60 ms and makes a page an eighth smaller. Longer texts would take seconds. */
const longestForBest = 256 * 1024;

/** Compresses a body. With `isFast`, a page takes two milliseconds. */
async function compress(coding: Coding, body: Buffer, isFast = false): Promise<Buffer> {
  if (coding === 'identity') return body;
  if (coding === 'gzip') return promisify(gzip)(body, isFast ? {} : { level: constants.Z_BEST_COMPRESSION });
  const isBest = !isFast && body.length <= longestForBest;
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isBest ? constants.BROTLI_MAX_QUALITY : fastBrotliQuality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Headers to drop: they are set again per encoding, replaced by the ETag, or read only by Next's scripts. */
const droppedHeaders =
  /^(?:etag|vary|content-length|content-encoding|transfer-encoding|accept-ranges|last-modified|x-nextjs-.*|x-middleware-.*)$/;

/** Shortens `Cache-Control` to an equivalent value. If Next itself set the short value, it would never send a 304. */
const shortCacheControl = (value: string) => value.replace(alwaysRevalidate, 'public, no-cache');

/** Says whether Next rendered the page for this request. Used by tests and for debugging slow pages. */
const cacheStatusHeader = 'x-nextjs-cache';

/** A response, compressed once per encoding, with an ETag of its content. All pages share the texts in `styles`. */
export class CompressedResponse {
  readonly rendered: RenderedResponse;
  readonly #styles: ReadonlyMap<string, string>;
  readonly #sentLength: number;
  readonly #headers: string[];
  readonly #etag: string;
  readonly #isCachedByNext: boolean;
  readonly #compressed: Partial<Record<Coding, Promise<Buffer>>> = {};

  constructor(rendered: RenderedResponse, styles: ReadonlyMap<string, string> = new Map()) {
    this.rendered = rendered;
    this.#styles = styles;
    const { body, headers } = withInlineStyles(rendered, styles);
    this.#sentLength = body.length;
    this.#etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 12)}"`;
    this.#isCachedByNext = cacheStatusHeader in rendered.headers;
    this.#headers = [
      ...Object.keys(headers)
        .filter((name) => !droppedHeaders.test(name))
        .flatMap((name) =>
          [headers[name] ?? []].flat().flatMap((value) => [name, shortCacheControl(String(value))]),
        ),
      ...['etag', this.#etag],
      ...['vary', chooseVary(rendered)],
    ];
  }

  /** Approximate bytes in memory. Each compressed version is a fifth as long as the text. */
  get size(): number {
    return this.rendered.body.length + Math.ceil(this.#sentLength / 2) + 2_000;
  }

  get isNotFound(): boolean {
    return this.rendered.status === 404;
  }

  isSameAs(other: CompressedResponse): boolean {
    return (
      this.rendered.status === other.rendered.status && this.#headers.join('\n') === other.#headers.join('\n')
    );
  }

  async send(
    request: IncomingMessage,
    response: ServerResponse,
    cacheStatus: 'HIT' | 'MISS' = 'HIT',
  ): Promise<void> {
    const headers = this.#headersFor(cacheStatus);
    const { status } = this.rendered;
    if (status === 200 && matchesEtag(this.#etag, request.headers['if-none-match'])) {
      response.writeHead(304, headers).end();
      return;
    }
    const coding = codingFor(request);
    this.#compressed[coding] ??= compress(coding, this.#withStyles());
    const body = await this.#compressed[coding];
    response
      .writeHead(status, [
        ...headers,
        ...(coding === 'identity' ? [] : ['content-encoding', coding]),
        ...['content-length', String(body.length)],
      ])
      .end(request.method === 'HEAD' ? undefined : body);
  }

  /** Sends the page to one visitor, with its HTML changed by `change`. Compresses it fast; caches must not share it. */
  async sendModified(
    request: IncomingMessage,
    response: ServerResponse,
    change: (html: string) => string,
    cacheStatus: 'HIT' | 'MISS' = 'HIT',
  ): Promise<void> {
    const coding = codingFor(request);
    const body = await compress(coding, Buffer.from(change(this.#withStyles().toString())), true);
    for (const [name, value] of pairs(this.#headersFor(cacheStatus))) response.appendHeader(name, value);
    response.removeHeader('etag');
    response
      .writeHead(this.rendered.status, {
        'cache-control': `private, no-cache, ${noTransform}`,
        ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
        'content-length': body.length,
      })
      .end(request.method === 'HEAD' ? undefined : body);
  }

  /** Compresses the page as most browsers request it, before one does. */
  async compressFast(): Promise<void> {
    this.#compressed.br = compress('br', this.#withStyles(), true);
    await this.#compressed.br;
  }

  /** Compresses the page again as well as possible. Until then, the fast compression is sent. */
  async compressBest(): Promise<void> {
    const body = await compress('br', this.#withStyles());
    this.#compressed.br = Promise.resolve(body);
  }

  #withStyles(): Buffer {
    return withInlineStyles(this.rendered, this.#styles).body;
  }

  #headersFor(cacheStatus: string): string[] {
    return this.#isCachedByNext ? [...this.#headers, cacheStatusHeader, cacheStatus] : this.#headers;
  }
}

/** Turns a flat list of names and values into pairs. */
const pairs = (texts: string[]) =>
  texts.flatMap((name, index) => (index % 2 ? [] : [[name, texts[index + 1] ?? ''] as const]));

function matchesEtag(etag: string, ifNoneMatch = ''): boolean {
  return ifNoneMatch
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^(?:W\/)?/, 'W/') === etag);
}

/** The best coding by `Accept-Encoding`. Browsers send few different values, and parsing them for each page would cost. */
const codings = new LRUCache<string, Coding>({
  max: 100,
  memoMethod: (header) => {
    const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip']);
    return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
  },
});

const codingFor = ({ headers }: IncomingMessage) => codings.memo(String(headers['accept-encoding'] ?? ''));
