import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/**
 * The best quality takes 20 to 60 milliseconds for a page, beside other work, and saves an eighth; a text of a megabyte
 * would take seconds, so beyond this length (in characters) the quick one has to do.
 */
const longestForBest = 256 * 1024;
const best = 11;
const quick = 5;

/** Texts packed with Brotli, each once, however many ask for it at the same time; least recently used out first. */
export class Packed {
  readonly #maxBytes: number;
  readonly #texts = new Map<string, Promise<Buffer>>();
  #bytes = 0;

  /** `maxBytes` counts the texts as they are kept to be recognised, at two bytes a character. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The text as Brotli. Rejects when it cannot be packed. */
  get(text: string): Promise<Buffer> {
    const known = this.#texts.get(text);
    if (known) {
      this.#texts.delete(text);
      this.#texts.set(text, known);
      return known;
    }
    const packing = compress(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: text.length > longestForBest ? quick : best,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    });
    packing.catch(() => this.#forget(text));
    this.#texts.set(text, packing);
    this.#bytes += 2 * text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === text) break;
      this.#forget(oldest);
    }
    return packing;
  }

  #forget(text: string) {
    if (this.#texts.delete(text)) this.#bytes -= 2 * text.length;
  }
}
