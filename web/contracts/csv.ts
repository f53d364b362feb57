import { decimalFromPaise } from './money.ts';

/**
 * Spreadsheets run this as a formula, also in full width, or after a tab or line break: an apostrophe before it makes it
 * plain text. The same after a semicolon, which ends a cell in some countries.
 */
const formula = String.raw`(?='*\s*[=+\-@\t\r\n＝＋－＠])`;
const unguarded = new RegExp(`(^|;)${formula}`, 'g');
const guarded = new RegExp(`(^|;)'${formula}`, 'g');

/** One cell: paise, or a text, which customers and visitors choose. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return decimalFromPaise(value);
  return `"${value.replace(unguarded, "$1'").replaceAll('"', '""')}"`;
}

/** A cell as it was before it was written into a row. */
export const withoutGuard = (text: string) => text.replace(guarded, '$1');

export const csvRow = (cells: (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;
