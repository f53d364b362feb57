import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a file whole or not at all, also if this process is killed or the power fails in the middle. */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  // Two processes may write it at once.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode, flush: true });
  renameSync(unfinished, file);
  // Windows writes the names in a folder by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
