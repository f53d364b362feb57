export const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '');

/** WhatsApp chat with a number in international form, with a text already typed. */
export const chatAddress = (phone: string, text: string): string =>
  `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(text)}`;
