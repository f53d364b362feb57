/**
 * Characters that show nothing and reach a form by copying: direction marks, zero-width spaces, soft hyphens, tags and
 * halves of surrogate pairs. Direction overrides also make a text read as another. Joiners stay, since Indian scripts
 * and emoji need them, and so do the tags in the flags of England, Scotland and Wales, which the group keeps.
 */
const formatting =
  /(\u{1f3f4}[\u{e0030}-\u{e007a}]{1,6}\u{e007f})|[\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const controls = /[\p{Cc}\s]+/gu;
const controlsWithinLines = /[^\P{Cc}\n]|[\p{Zs}]/gu;
/** Spaces, joiners, fillers and the Braille blank: a text of nothing else looks empty. */
const invisible = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Removes every character that shows nothing, spaces included. */
export const visibleOnly = (text: string): string => text.replace(invisible, '');

/** Cleans what goes on one line, such as a name: each run of spaces and line breaks becomes one space. */
export function singleLine(typed: string): string {
  const text = typed.replace(formatting, '$1').replace(controls, ' ').trim();
  return visibleOnly(text) === '' ? '' : text.normalize('NFC');
}

/** Cleans a text of several lines, such as a message. Line breaks become `\n`, other control characters spaces. */
export function severalLines(typed: string): string {
  const lines = typed.replace(formatting, '$1').replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const text = lines.replace(controlsWithinLines, ' ').trim();
  return visibleOnly(text) === '' ? '' : text.normalize('NFC');
}

/** Cleans what people and programs compare, such as an e-mail address or a bill's number: joiners go as well. */
export const reference = (typed: string): string =>
  singleLine(typed.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, ''));
