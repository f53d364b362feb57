import { decimalFromPaise } from './money.ts';

/** Matches the start of a formula. Some spreadsheets split cells at `;`, so the text after it is checked as well. */
const formula = String.raw`(?='*\s*[=+\-@\t\r\n＝＋－＠])`;
const unguarded = new RegExp(`(^|;)${formula}`, 'g');
const guarded = new RegExp(`(^|;)'${formula}`, 'g');

/** Numbers are paise. `{ number }` holds any other number as text. Strings are untrusted. */
export type Cell = string | number | { number: string } | null;

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'object') return value.number;
  if (typeof value === 'number') return decimalFromPaise(value);
  return `"${value.replace(unguarded, "$1'").replaceAll('"', '""')}"`;
}

/** Removes the apostrophes that `csvRow` added. */
export const withoutGuard = (text: string) => text.replace(guarded, '$1');

export const csvRow = (cells: Cell[]) => `${cells.map(cell).join(',')}\r\n`;
