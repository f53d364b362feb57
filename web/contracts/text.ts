/**
 * Invisible characters that are pasted into forms: direction marks, zero-width spaces, soft hyphens, tags and unpaired
 * surrogates. Direction overrides also disguise text. Joiners stay because Indian scripts and emoji need them; the
 * capture group keeps the tags in the flags of England, Scotland and Wales.
 */
const formatting =
  /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f})|[\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const controls = /[\p{Cc}\s]+/gu;
const controlsWithinLines = /[^\P{Cc}\n]|[\p{Zs}]/gu;
/** Spaces, joiners, fillers and the Braille blank. Text of only these characters looks empty. */
const invisible = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Removes all invisible characters, including spaces.
 * @example visibleOnly('a\u200b b') // 'ab'
 */
export const visibleOnly = (text: string): string => text.replace(invisible, '');

/**
 * Cleans text on one line, for example a name. Each run of spaces and line breaks becomes one space.
 * @example singleLine(' Asha\n Verma ') // 'Asha Verma'
 */
export function singleLine(typed: string): string {
  const text = typed.replace(formatting, '$1').replace(controls, ' ').trim();
  return visibleOnly(text) === '' ? '' : text.normalize('NFC');
}

/**
 * Cleans multi-line text, for example a message. Line breaks become `\n`, other control characters become spaces.
 * @example severalLines('a\r\nb\t') // 'a\nb'
 */
export function severalLines(typed: string): string {
  const lines = typed.replace(formatting, '$1').replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const text = lines.replace(controlsWithinLines, ' ').trim();
  return visibleOnly(text) === '' ? '' : text.normalize('NFC');
}

/**
 * Cleans text that is compared, for example an e-mail address or bill number. Also removes joiners.
 * @example reference(' INV-1\u200d ') // 'INV-1'
 */
export const reference = (typed: string): string =>
  singleLine(typed.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, ''));

/**
 * Returns the same key for all spellings of a bank's reference or a certificate's number: case, spaces and dashes do
 * not matter.
 * @example referenceKey('sbin 1234-5') // 'SBIN12345'
 */
export const referenceKey = (typed: string): string =>
  reference(typed)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();

/** The digits 0 to 9 of Hindi, Arabic and Persian. */
const otherDigits = '०१२३४५६७८९٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';

/**
 * Replaces Hindi, Arabic and Persian digits by 0 to 9.
 * @example latinDigits('२५') // '25'
 */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) =>
    String(otherDigits.indexOf(digit) % 10),
  );

/**
 * Returns the same key for all spellings of a bill number: case, spaces and kind of dash do not matter.
 * @example billKey('inv – 7') // 'INV-7'
 */
export function billKey(number: string): string {
  return visibleOnly(number.normalize('NFKC').toUpperCase().replace(/\s+/g, '')).replace(
    /[\p{Pd}\u2212]/gu,
    '-',
  );
}
