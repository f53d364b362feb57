import { visibleOnly } from './text.ts';

/** Returns the same key for all spellings of a bill number: case, spaces and kind of dash do not matter. */
export function billKey(number: string): string {
  return visibleOnly(number.normalize('NFKC').toUpperCase().replace(/\s+/g, '')).replace(
    /[\p{Pd}\u2212]/gu,
    '-',
  );
}
