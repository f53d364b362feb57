import { decimalFromPaise } from './money.ts';

/** Start of a formula, also after `;`, since some spreadsheets split cells there. An apostrophe makes it text. */
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
