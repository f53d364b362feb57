import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { httpError, isDiskError, LakeError } from '../errors.ts';
import { megabyte } from '../units.ts';

/** A complete upload on disk. `discard` does nothing once the file has been moved. */
export type IncomingFile = {
  path: string;
  sha1: string;
  size: number;
  discard: () => Promise<void>;
};

/** Writes a body to disk and flushes it. Throws 413 if it is too large, 400 if empty or incomplete, or a disk error. */
export async function receiveFile(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder: string,
  maxBytes: number,
): Promise<IncomingFile> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, randomUUID());
  const hash = createHash('sha1');
  let size = 0;
  async function* measured() {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  const discard = () => rm(file, { force: true });
  try {
    await pipeline(measured, createWriteStream(file, { flags: 'wx', flush: true }));
    if (size === 0) throw httpError(400, 'The request has no body: send the bytes of the file as the body.');
  } catch (error) {
    await discard();
    if (error instanceof LakeError) throw error;
    const { syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
    if (isDiskError(error) || syscall === 'write' || syscall === 'open') throw error;
    throw httpError(400, 'The upload ended before the whole file had arrived. Try again.');
  }
  return { path: file, sha1: hash.digest('hex'), size, discard };
}

export function tooLarge(maxBytes: number): LakeError {
  const megabytes = Math.floor(maxBytes / megabyte);
  return httpError(413, `The file is too large: at most ${megabytes} MB are accepted.`);
}
