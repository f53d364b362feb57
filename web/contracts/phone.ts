export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** What chats with anybody begin with. */
export const chatOrigin = 'https://wa.me/';

/** WhatsApp chat with a number in international form, with a text already typed. */
export const chatAddress = (phone: string, text: string): string =>
  `${chatOrigin}${digitsOf(phone)}?text=${encodeURIComponent(text)}`;
