import { randomBytes } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type Database from 'better-sqlite3';
import { StartError } from '../errors.ts';
import { clearRequiredSteps, requiredSteps } from './open.ts';

/**
 * A stored text. Earlier releases packed old texts as a byte and a zstd frame. If the byte is 0, the frame needs no
 * dictionary. Otherwise the dictionary is the previous state or, for mutations, the state after the mutations.
 */
export type Stored = string | Buffer;
/** Number of unpacked states to cache. Unpacking a state may need the 20 states before it. */
export const cachedStates = 24;

/** The number of migrations that a file with packed texts requires. */
const packingStep = 4;
const isPacked = (db: Database.Database) => requiredSteps(db) === packingStep;

/** Throws a StartError if the file has packed texts and this is Node below 24.6, which ignores dictionaries. */
export function requireReadableHistory(db: Database.Database, file: string) {
  const dictionary = randomBytes(256);
  if (!isPacked(db) || zstdCompressSync(dictionary, { dictionary }).length < dictionary.length) return;
  throw new StartError(
    `${file} has packed history, which Node ${process.version} cannot read. Use Node 24.6 or later.`,
  );
}

/** Returns the unpacked text. Calls `dictionary` only if the text needs one. */
export function textOf(stored: Stored, dictionary: () => string | null): string {
  if (typeof stored === 'string') return stored;
  const needed = stored[0] === 0 ? null : dictionary();
  const options = needed === null ? {} : { dictionary: Buffer.from(needed) };
  return zstdDecompressSync(stored.subarray(1), options).toString();
}

/** Adds the SQL function `unpacked_size`, which returns the size in bytes of a packed text after unpacking. */
export const defineUnpackedSize = (db: Database.Database) =>
  db.function('unpacked_size', { deterministic: true }, unpackedSize);

/** Reads the size from the frame header (RFC 8878, 3.1.1.1). */
function unpackedSize(packed: unknown): number {
  if (!Buffer.isBuffer(packed)) return 0;
  switch ((packed[5] ?? 0) >> 6) {
    case 0:
      return packed.readUInt8(6);
    case 1:
      return packed.readUInt16LE(6) + 256;
    default:
      return packed.readUInt32LE(6);
  }
}

export type UnpackProgress = { seq: number; position: number };
type Changes = { change(seq: number, position: number): { mutations: string; after: string | null } | null };

/** Unpacks stored texts. Once this code is removed, a start must refuse databases that require `packingStep`. */
export function historyUnpacker(db: Database.Database, history: Changes, progress: UnpackProgress) {
  const next = db.prepare<[number, number], UnpackProgress & { isPacked: number }>(
    `SELECT seq, position, 'blob' IN (typeof(mutations), typeof(body)) AS isPacked FROM changes
     WHERE (seq, position) > (?, ?) ORDER BY seq, position LIMIT 1`,
  );
  const replace = db.prepare<[string, string | null, number, number]>(
    'UPDATE changes SET mutations = ?, body = ? WHERE seq = ? AND position = ?',
  );

  /** Unpacks the oldest texts first, as each may be the dictionary of the next. */
  function unpackSome(until: number): UnpackProgress | null {
    let at = progress;
    while (performance.now() < until) {
      const change = next.get(at.seq, at.position);
      if (!change) {
        clearRequiredSteps(db);
        return null;
      }
      at = { seq: change.seq, position: change.position };
      const texts = change.isPacked ? history.change(at.seq, at.position) : null;
      if (texts) replace.run(texts.mutations, texts.after, at.seq, at.position);
    }
    return at;
  }

  return {
    isNeeded: () => isPacked(db),
    /** Works until `until` (`performance.now()`). Returns whether everything is unpacked. */
    unpack(until: number): boolean {
      if (!isPacked(db)) return true;
      const at = db.transaction(() => unpackSome(until)).immediate();
      Object.assign(progress, at);
      return at === null;
    },
  };
}
