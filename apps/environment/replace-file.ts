import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a file atomically: complete or not at all, even if this process is killed or the power fails. */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  // Two processes may write the same file at once.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode, flush: true });
  renameSync(unfinished, file);
  // Windows saves the folder's entries itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
