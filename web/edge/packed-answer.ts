import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { askAgain } from '#web/http/ask-again.ts';
import type { Answer } from './ask-next.ts';
import { quick } from './compress-others.ts';
import { withStylesInside } from './styles-inside.ts';

type Coding = 'br' | 'gzip' | 'identity';

/** Bytes. Best quality takes 20 to 60 milliseconds for a page and saves an eighth; longer texts would take seconds. */
const longestForBest = 256 * 1024;

/** Quickly, in two milliseconds for a page. */
async function pack(coding: Coding, body: Buffer, isQuick = false): Promise<Buffer> {
  if (coding === 'identity') return body;
  if (coding === 'gzip') return promisify(gzip)(body, isQuick ? {} : { level: constants.Z_BEST_COMPRESSION });
  const isBest = !isQuick && body.length <= longestForBest;
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isBest ? constants.BROTLI_MAX_QUALITY : quick,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** Headers set per encoding, read only by Next's browser scripts, or made redundant by a hash. */
const replaced =
  /^(?:etag|vary|content-length|content-encoding|transfer-encoding|accept-ranges|last-modified|x-nextjs-.*|x-middleware-.*)$/;

/** The same in fewer bytes; Next by itself would then send a page that has not changed. */
const shortened = (value: string) => (value === askAgain ? 'public, no-cache' : value);

/** Whether Next was asked, for tests and for debugging slow pages. */
const cacheStatusHeader = 'x-nextjs-cache';

/** A response compressed once per encoding, with an ETag of its content. Pages share the texts of style sheets. */
export class PackedAnswer {
  readonly answer: Answer;
  readonly #styles: ReadonlyMap<string, string>;
  readonly #sentLength: number;
  readonly #headers: string[];
  readonly #etag: string;
  readonly #isOfCache: boolean;
  readonly #packed: Partial<Record<Coding, Promise<Buffer>>> = {};

  constructor(answer: Answer, styles: ReadonlyMap<string, string> = new Map()) {
    this.answer = answer;
    this.#styles = styles;
    const { body, headers } = withStylesInside(answer, styles);
    this.#sentLength = body.length;
    this.#etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 12)}"`;
    this.#isOfCache = cacheStatusHeader in answer.headers;
    this.#headers = [
      ...Object.keys(headers)
        .filter((name) => !replaced.test(name))
        .flatMap((name) => [headers[name] ?? []].flat().flatMap((value) => [name, shortened(String(value))])),
      ...['etag', this.#etag],
      ...['vary', 'Accept-Encoding'],
    ];
  }

  /** Bytes of memory, approximately: compressed text is a fifth as long. */
  get size(): number {
    return this.answer.body.length + Math.ceil(this.#sentLength / 2) + 2_000;
  }

  get isMissing(): boolean {
    return this.answer.status === 404;
  }

  isSameAs(other: PackedAnswer): boolean {
    return (
      this.answer.status === other.answer.status && this.#headers.join('\n') === other.#headers.join('\n')
    );
  }

  async send(
    request: IncomingMessage,
    response: ServerResponse,
    cacheStatus: 'HIT' | 'MISS' = 'HIT',
  ): Promise<void> {
    const headers = this.#headersFor(cacheStatus);
    const { status } = this.answer;
    if (status === 200 && isKnown(this.#etag, request.headers['if-none-match'])) {
      response.writeHead(304, headers).end();
      return;
    }
    const coding = codingFor(request.headers['accept-encoding']);
    this.#packed[coding] ??= pack(coding, this.#whole());
    const body = await this.#packed[coding];
    response
      .writeHead(status, [
        ...headers,
        ...(coding === 'identity' ? [] : ['content-encoding', coding]),
        ...['content-length', String(body.length)],
      ])
      .end(request.method === 'HEAD' ? undefined : body);
  }

  /** With something changed for one visitor, and packed quickly; `change` gets and gives HTML. */
  async sendChanged(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    change: (html: string) => string,
    cacheStatus: 'HIT' | 'MISS' = 'HIT',
  ): Promise<void> {
    const coding = codingFor(headers['accept-encoding']);
    const body = await pack(coding, Buffer.from(change(this.#whole().toString())), true);
    for (const [name, value] of pairs(this.#headersFor(cacheStatus))) response.appendHeader(name, value);
    response.removeHeader('etag');
    response
      .writeHead(this.answer.status, {
        'cache-control': 'private, no-cache',
        ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
        'content-length': body.length,
      })
      .end(method === 'HEAD' ? undefined : body);
  }

  #whole(): Buffer {
    return withStylesInside(this.answer, this.#styles).body;
  }

  #headersFor(cacheStatus: string): string[] {
    return this.#isOfCache ? [...this.#headers, cacheStatusHeader, cacheStatus] : this.#headers;
  }
}

/** Names and values that stand one after another. */
const pairs = (texts: string[]) =>
  texts.flatMap((name, index) => (index % 2 ? [] : [[name, texts[index + 1] ?? ''] as const]));

function isKnown(etag: string, known = ''): boolean {
  return known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^(?:W\/)?/, 'W/') === etag);
}

function codingFor(accepted: string | string[] = ''): Coding {
  const codings = String(accepted)
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return codings.includes('br') ? 'br' : codings.includes('gzip') ? 'gzip' : 'identity';
}
