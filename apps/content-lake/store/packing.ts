import { randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Characters: less gains nothing, and more would hold up writes. */
const least = 512;
const most = 512 * 1024;
/** States in a row of which each needs the one before. */
const longestRow = 20;

/** A text of the history: whole, or packed, after the number of texts before it that it needs one by one. */
export type Stored = string | Buffer;
/** What another text is packed against. */
export type Base = { text: string; stored: Stored };

/** Node below 24.6 ignores dictionaries. */
const sample = randomBytes(256);
export const canPack = zstdCompressSync(sample, { dictionary: sample }).length < sample.length;

/** A text as what differs from `base`, if there is one; null where it is better kept whole. */
export function pack(text: string, base: Base | null): Buffer | null {
  if (!canPack || text.length < least || text.length > most) return null;
  const needed = base && base.text.length <= most ? neededBy(base.stored) + 1 : 0;
  const isAlone = needed === 0 || needed > longestRow;
  // With a checksum, since another base of the same length would give another text.
  const packed = zstdCompressSync(text, {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
    ...(isAlone ? {} : { dictionary: Buffer.from(base?.text ?? '') }),
  });
  return packed.length < text.length / 2 ? Buffer.concat([Buffer.of(isAlone ? 0 : needed), packed]) : null;
}

export function unpack(stored: Stored, base: () => string | null): string {
  if (typeof stored === 'string') return stored;
  const dictionary = neededBy(stored) === 0 ? null : base();
  return zstdDecompressSync(
    stored.subarray(1),
    dictionary === null ? {} : { dictionary: Buffer.from(dictionary) },
  ).toString();
}

function neededBy(stored: Stored): number {
  return typeof stored === 'string' ? 0 : (stored[0] ?? 0);
}
