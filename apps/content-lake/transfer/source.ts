import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { StartError } from '../errors.ts';
import { megabyte } from '../units.ts';

/** An NDJSON file and the folder of its assets. */
export type Source = { kind: 'folder' | 'ndjson'; folder: string; file: string };

/** Limits of an archive's unpacked size: `maxRatio` times its packed size, but at least `minUnpacked` bytes. */
const maxRatio = 100;
const minUnpacked = 100 * megabyte;
const maxEntries = 100_000;

/** Runs `task` on a source. An archive stays unpacked until `task` ends. Throws a StartError for an invalid source. */
export async function withSource<T>(given: string, task: (source: Source) => Promise<T>): Promise<T> {
  const entry = await stat(given).catch(() => undefined);
  if (!entry) throw new StartError(`There is no file or folder ${path.resolve(given)}.`);
  if (entry.isDirectory()) return task(await folderWithData(given, given));
  const start = await buffer(createReadStream(given, { end: 63 }));
  if (start[0] === 0x1f && start[1] === 0x8b) {
    const unpacked = await mkdtemp(path.join(tmpdir(), 'content-lake-import-'));
    try {
      await unpack(given, unpacked);
      return await task(await folderWithData(unpacked, given));
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  }
  if (start.toString('utf8').trimStart().startsWith('{'))
    return task({ kind: 'ndjson', folder: path.dirname(path.resolve(given)), file: given });
  throw new StartError(
    `${given} is neither a tar.gz export nor an NDJSON file (one JSON document on each line).`,
  );
}

async function unpack(archive: string, folder: string): Promise<void> {
  const maxBytes = Math.max(minUnpacked, maxRatio * (await stat(archive)).size);
  const tooMuch = (what: string) =>
    new StartError(`${archive} is not an export: it unpacks to more than ${what}.`);
  let size = 0;
  let entries = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw tooMuch(`${Math.round(maxBytes / megabyte)} MB`);
      yield chunk;
    }
  }
  // modern-tar refuses paths outside the folder.
  const unpacking = unpackTar(folder, {
    filter({ name, type }) {
      entries += 1;
      if (entries > maxEntries) throw tooMuch(`${maxEntries} files`);
      if (type !== 'file' && type !== 'directory')
        throw new StartError(
          `${archive} is not an export: ${name} is a ${type}, and only regular files are allowed.`,
        );
      return true;
    },
  });
  try {
    await pipeline(createReadStream(archive), createGunzip(), counted, unpacking);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${archive} cannot be unpacked. It is damaged or incomplete: ${reason}`);
  }
}

/** Finds the folder with the NDJSON file. In exports it is a subfolder, in seeds the top folder. */
async function folderWithData(folder: string, given: string, depth = 0): Promise<Source> {
  const entries = await readdir(folder, { withFileTypes: true });
  const data = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ndjson'));
  const [only] = data;
  if (only && data.length === 1) return { kind: 'folder', folder, file: path.join(folder, only.name) };
  if (data.length > 1)
    throw new StartError(`${given} has more than one .ndjson file. Keep only the one to import.`);
  const [inner] = entries.filter((entry) => entry.isDirectory());
  if (inner && depth < 2 && entries.length === 1)
    return folderWithData(path.join(folder, inner.name), given, depth + 1);
  throw new StartError(`${given} has no .ndjson file to import.`);
}
