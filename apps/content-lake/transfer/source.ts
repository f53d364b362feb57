import { createReadStream, globSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { StartError } from '../errors.ts';

/** An NDJSON file and the folder of its assets. */
export type Source = { kind: 'folder' | 'ndjson'; folder: string; file: string };

/** Runs `task` on a source. An archive stays unpacked until `task` ends. Throws a StartError for an invalid source. */
export async function withSource<T>(given: string, task: (source: Source) => Promise<T>): Promise<T> {
  const entry = await stat(given).catch(() => undefined);
  if (!entry) throw new StartError(`There is no file or folder ${path.resolve(given)}.`);
  if (entry.isDirectory()) return task(findData(given, given));
  if (given.endsWith('.ndjson'))
    return task({ kind: 'ndjson', folder: path.dirname(path.resolve(given)), file: given });
  const unpacked = await mkdtemp(path.join(tmpdir(), 'content-lake-import-'));
  try {
    await pipeline(createReadStream(given), createGunzip(), unpackTar(unpacked)).catch((error: Error) => {
      throw new StartError(`${given} is no tar.gz export, or it is damaged: ${error.message}`);
    });
    return await task(findData(unpacked, given));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

/** Finds the NDJSON file. In exports it is in a subfolder, in seeds in the top folder. */
function findData(folder: string, given: string): Source {
  const [found, ...others] = globSync('{*,*/*}.ndjson', { cwd: folder });
  if (!found || others.length > 0)
    throw new StartError(`${given} has ${found ? 'more than one' : 'no'} .ndjson file to import.`);
  const file = path.join(folder, found);
  return { kind: 'folder', folder: path.dirname(file), file };
}
