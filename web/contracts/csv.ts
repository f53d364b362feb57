import { decimalFromPaise } from './money.ts';

/** Matches the start of a formula. Some spreadsheets split cells at `;`, so the text after it is checked as well. */
const formula = String.raw`(?='*\s*[=+\-@\t\r\n＝＋－＠])`;
const unguarded = new RegExp(`(^|;)${formula}`, 'g');
const guarded = new RegExp(`(^|;)'${formula}`, 'g');

const numeric = String.raw`[\p{Zs}\p{Nd}.,:/%()₹$€£-]*`;
const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const words = String.raw`${months}|(?<=\p{Nd}\p{Zs}?)(?:e|[ap]m?)|rs|inr`;
/**
 * Matches text that Excel or LibreOffice reads as a number, date, time, amount or truth value, and changes: `00042`
 * becomes 42, `03-26` and `Mar-26` become dates, and a UTR of 12 digits becomes 4.1E+11. It may match other text, too.
 */
const converted = new RegExp(`^(?=.*\\p{Nd})${numeric}(?:${words})?${numeric}$|^(?:true|false)$`, 'iu');
/** Matches whole numbers of at most 11 digits, coordinates and our own times, which keep their value. */
const unchanged = /^(?:0|[1-9]\d{0,10}|[1-9]?\d\.\d{0,7}[1-9]|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)$/;

/** Numbers are paise. Strings are untrusted. */
export type Cell = string | number | null;

const withoutFormulas = (text: string) => text.replace(unguarded, "$1'");

/** Returns a formula whose value is the text if a spreadsheet would change the text. */
function guardText(text: string): string {
  const isChanged = converted.test(text) && !unchanged.test(text);
  const safe = withoutFormulas(text);
  return safe === text && isChanged ? `="${text}"` : safe;
}

const rowWriter = (guard: (text: string) => string) => (cells: Cell[]) => {
  const written = cells.map((value) => {
    if (value === null) return '';
    return typeof value === 'number' ? decimalFromPaise(value) : `"${guard(value).replaceAll('"', '""')}"`;
  });
  return `${written.join(',')}\r\n`;
};

/**
 * Writes a row for spreadsheets, which leave every text as it is.
 * @example csvRow(['00042', 149_950, null]) // '"=""00042""",1499.50,\r\n'
 */
export const csvRow = rowWriter(guardText);

/**
 * Writes a row for programs that import each text literally, such as Zoho Books.
 * @example importRow(['00042', 149_950]) // '"00042",1499.50\r\n'
 */
export const importRow = rowWriter(withoutFormulas);

/**
 * Returns the text of a cell without the guards that `csvRow` added or that people typed.
 * @example withoutGuard('="00042"') // '00042'
 */
export const withoutGuard = (text: string) => /^="([^"]*)"$/.exec(text)?.[1] ?? text.replace(guarded, '$1');
