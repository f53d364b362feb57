import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { StartError } from '../errors.ts';

/** What is to be imported: a folder with one NDJSON file, images/ and files/, or a single NDJSON file. */
export type Source = { kind: 'folder'; folder: string } | { kind: 'ndjson'; file: string };

/** Hands what a path holds to `task`, unpacked for the time being. Throws a StartError when it cannot be imported. */
export async function withSource<T>(given: string, task: (source: Source) => Promise<T>): Promise<T> {
  const entry = await stat(given).catch(() => undefined);
  if (!entry) throw new StartError(`There is no file or folder ${path.resolve(given)}.`);
  if (entry.isDirectory()) return task({ kind: 'folder', folder: await folderWithData(given, given) });
  const start = await firstBytes(given);
  if (isGzip(start) || isTar(start)) {
    const unpacked = await mkdtemp(path.join(tmpdir(), 'content-lake-import-'));
    try {
      await unpack(given, isGzip(start), unpacked);
      return await task({ kind: 'folder', folder: await folderWithData(unpacked, given) });
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  }
  if (start.toString('utf8').trimStart().startsWith('{')) return task({ kind: 'ndjson', file: given });
  throw new StartError(
    `${given} is neither a tar.gz export nor an NDJSON file (one JSON document on each line).`,
  );
}

async function unpack(archive: string, gzip: boolean, folder: string): Promise<void> {
  try {
    const bytes = createReadStream(archive);
    // modern-tar refuses names and links that lead out of the folder.
    if (gzip) await pipeline(bytes, createGunzip(), unpackTar(folder));
    else await pipeline(bytes, unpackTar(folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${archive} cannot be unpacked, it is damaged or incomplete: ${reason}`);
  }
}

/** An export has its data in a folder of its own; a seed folder has it at the top. */
async function folderWithData(folder: string, given: string, depth = 0): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const data = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ndjson'));
  if (data.length === 1) return folder;
  if (data.length > 1)
    throw new StartError(`${given} has more than one .ndjson file; exactly one is imported.`);
  const [inner] = entries.filter((entry) => entry.isDirectory());
  if (inner && depth < 2 && entries.length === 1)
    return folderWithData(path.join(folder, inner.name), given, depth + 1);
  throw new StartError(`${given} holds no .ndjson file, so there is nothing to import.`);
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

function isTar(start: Buffer): boolean {
  return start.subarray(257, 262).toString('latin1') === 'ustar';
}
