export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** The start of every WhatsApp chat link. */
export const chatOrigin = 'https://wa.me/';

/** Longest address in characters. Apps and Windows drop longer addresses. */
export const longestAddress = 2_000;

/** Returns the WhatsApp chat link of an international number, with as much of the text as an address can hold. */
export function chatAddress(phone: string, text: string): string {
  const chat = `${chatOrigin}${digitsOf(phone)}?text=`;
  return chat + encodeURIComponent(truncated(text, longestAddress - chat.length));
}

/** Returns whether the chat link holds the whole text. */
export const holdsWholeText = (address: string, text: string): boolean =>
  new URL(address).searchParams.get('text') === text;

const ellipsis = '…';

/** Returns as much of `text` as fits into `room` characters of an address, cut between words. */
function truncated(text: string, room: number): string {
  if (encodeURIComponent(text).length <= room) return text;
  let left = room - encodeURIComponent(ellipsis).length;
  let end = 0;
  let endOfWord = 0;
  for (const { segment, index } of graphemesOf(text)) {
    if (/^\s/.test(segment)) endOfWord = index;
    left -= encodeURIComponent(segment).length;
    if (left < 0) break;
    end = index + segment.length;
  }
  // A very long word, such as a web address, is cut in the middle.
  return text.slice(0, endOfWord > end / 2 ? endOfWord : end).trimEnd() + ellipsis;
}

/** Splits text into graphemes, for example a letter with its vowel signs or an emoji. */
function graphemesOf(text: string): Iterable<{ segment: string; index: number }> {
  // Missing in Firefox before version 125.
  if ('Segmenter' in Intl) return new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  return Array.from(text.matchAll(/.\p{M}*/gsu), ({ 0: segment, index }) => ({ segment, index }));
}
