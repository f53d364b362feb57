import { visibleOnly } from './text.ts';

/** Equal for all spellings of a bill number, whatever its case, spaces and kind of dash. */
export function billKey(number: string): string {
  return visibleOnly(number.normalize('NFKC').toUpperCase().replace(/\s+/g, '')).replace(
    /[\p{Pd}\u2212]/gu,
    '-',
  );
}
