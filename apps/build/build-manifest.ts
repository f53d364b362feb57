import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** SHA-256 digest of the sources. */
  sources: z.string(),
  /** Files in the build's own folder, relative to that folder. */
  own: z.array(z.string()),
  /** Files that the build added to the public folder, relative to that folder. */
  served: z.array(z.string()),
});
type BuildManifest = z.infer<typeof schema>;

export const manifestName = 'build-files.json';

/** Entries of Next's folder to leave out of a release: caches, other outputs, and `trace`, to which Next appends. */
export const excludedFromRelease =
  /^(cache|dev|standalone|types|diagnostics|trace|trace-build|lock|build-files\.json)$/;

/** Writes the list of a complete build's files to `file`. */
export function writeManifest(file: string, sources: string, served: string[]): void {
  const own = listFiles(path.dirname(file), excludedFromRelease);
  writeFileSync(file, JSON.stringify({ sources, own, served } satisfies BuildManifest));
}

/** Returns the digest of a build's sources, and the build's first missing file, if any. */
export function readManifest(file: string, servedFrom: string): { sources: string; missing?: string } {
  if (!existsSync(file)) return { sources: '', missing: file };
  const { data } = schema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!data) return { sources: '', missing: `a readable ${file}` };
  const files = [
    ...data.own.map((name) => path.join(path.dirname(file), name)),
    ...data.served.map((name) => path.join(servedFrom, name)),
  ];
  const missing = files.find((one) => !existsSync(one));
  return missing ? { sources: data.sources, missing } : { sources: data.sources };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lists files relative to the folder, except top-level entries that match `excluded`. Links to folders count as files. */
export function listFiles(folder: string, excluded = /^$/): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .filter((file) => !excluded.test(file.split(path.sep)[0] ?? ''));
}
