/** @example keepDigits('+91 98765 43210') // '919876543210' */
export const keepDigits = (phone: string): string => phone.replaceAll(/\D/g, '');

/** The start of every WhatsApp chat link. */
export const chatOrigin = 'https://wa.me/';

/** Longest address in characters. Apps and Windows drop longer addresses. */
export const longestAddress = 2_000;

/**
 * Returns the WhatsApp chat link of an international number, with as many words of the text as an address can hold.
 * @example chatAddress('+91 98765 43210', 'Hi!') // 'https://wa.me/919876543210?text=Hi!'
 */
export function chatAddress(phone: string, text: string): string {
  const chat = `${chatOrigin}${keepDigits(phone)}?text=`;
  return chat + encodeURIComponent(truncated(text, longestAddress - chat.length));
}

/**
 * Returns whether the chat link holds the whole text.
 * @example holdsWholeText('https://wa.me/91?text=Hi!', 'Hi!') // true
 */
export const holdsWholeText = (address: string, text: string): boolean =>
  new URL(address).searchParams.get('text') === text;

const ellipsis = '…';

/** Returns as many words of `text` as fit into `room` characters of an address. */
function truncated(text: string, room: number): string {
  if (encodeURIComponent(text).length <= room) return text;
  let start = '';
  for (const word of text.split(/(?=\s)/)) {
    if (encodeURIComponent(start + word + ellipsis).length > room) break;
    start += word;
  }
  return start.trimEnd() + ellipsis;
}
