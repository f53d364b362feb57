const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the check character for the first 14 characters of a GSTIN, by the Luhn algorithm modulo 36. */
function checkCharacter(first: string): string | undefined {
  const sum = [...first].reduce((total, character, index) => {
    const value = alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 36) + (value % 36);
  }, 0);
  return alphabet[(36 - (sum % 36)) % 36];
}

/** Checks a GSTIN, the registration number for India's Goods and Services Tax. Returns true or the error message. */
export function checkGstin(text: string | undefined, pan?: unknown): string | true {
  if (text === undefined) return true;
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/.test(text))
    return 'Enter a GSTIN of 15 capital letters and digits without spaces, for example 06AAAAA0000A1Z5.';
  if (checkCharacter(text.slice(0, 14)) !== text[14])
    return 'The last character does not match the others. Check the GSTIN for a typing mistake.';
  if (typeof pan === 'string' && text.slice(2, 12) !== pan)
    return `This GSTIN contains the PAN ${text.slice(2, 12)}, which differs from your PAN. Check both.`;
  return true;
}

/** Checks a PAN, the number of a taxpayer in India. Returns true or the error message. */
export const checkPan = (text: string | undefined): string | true =>
  text === undefined ||
  /^[A-Z]{5}\d{4}[A-Z]$/.test(text) ||
  'Enter a PAN of 10 capital letters and digits, for example AAAAA0000A.';

/** Checks a SAC, a service code of India's GST. Returns true or the error message. */
export const checkSac = (text: string | undefined): string | true =>
  text === undefined ||
  /^99\d{2}(?:\d{2})?$/.test(text) ||
  'Enter a SAC of 4 or 6 digits that begins with 99, for example 998361.';

/** Checks a Udyam number, the registration number of a micro, small or medium enterprise. */
export const checkUdyam = (text: string | undefined): string | true =>
  text === undefined ||
  /^UDYAM-[A-Z]{2}-\d{2}-\d{7}$/.test(text) ||
  'Enter the number as on your certificate, for example UDYAM-HR-00-0000000.';
