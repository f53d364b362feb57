export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** What chats with anybody begin with. */
export const chatOrigin = 'https://wa.me/';

/** Characters of an address: apps and Windows drop longer ones. */
export const longestAddress = 2_000;

/** WhatsApp chat with a number in international form. The text is already typed there, as far as an address holds it. */
export function chatAddress(phone: string, text: string): string {
  const chat = `${chatOrigin}${digitsOf(phone)}?text=`;
  return chat + encodeURIComponent(truncated(text, longestAddress - chat.length));
}

/** Whether the chat at `address` begins with the whole text. */
export const holdsWholeText = (address: string, text: string): boolean =>
  new URL(address).searchParams.get('text') === text;

/** Ends a text that was shortened. */
const ellipsis = '…';

/** As much of a text as needs at most `room` characters in an address: whole words, and no half letter. */
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
  // A word without end, such as a long address, is cut.
  return text.slice(0, endOfWord > end / 2 ? endOfWord : end).trimEnd() + ellipsis;
}

/** Letters as readers see them: with their vowel signs, and all parts of an emoji. */
function graphemesOf(text: string): Iterable<{ segment: string; index: number }> {
  // Firefox has it from 125 on.
  if ('Segmenter' in Intl) return new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  return Array.from(text.matchAll(/.\p{M}*/gsu), ({ 0: segment, index }) => ({ segment, index }));
}
