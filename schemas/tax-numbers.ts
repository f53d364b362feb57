const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The check character of a GSTIN's first 14: each counts once and twice in turn, as two digits to the base of 36. */
function checkCharacter(first: string): string | undefined {
  const sum = [...first].reduce((total, character, index) => {
    const value = alphabet.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(value / 36) + (value % 36);
  }, 0);
  return alphabet[(36 - (sum % 36)) % 36];
}

/** True for a GSTIN, the number of a business at India's Goods and Services Tax, otherwise the problem. */
export function checkGstin(text: string | undefined, pan?: unknown): string | true {
  if (text === undefined) return true;
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/.test(text))
    return 'A GSTIN has 15 characters, in capitals and without spaces: 06AAAAA0000A1Z5.';
  if (checkCharacter(text.slice(0, 14)) !== text[14])
    return 'The last character does not fit the others: look for a mistyped one.';
  if (typeof pan === 'string' && text.slice(2, 12) !== pan)
    return `A GSTIN has the PAN in it, and this one has ${text.slice(2, 12)}.`;
  return true;
}

/** True for a PAN, the number of a taxpayer in India, otherwise the problem. */
export const checkPan = (text: string | undefined): string | true =>
  text === undefined ||
  /^[A-Z]{5}\d{4}[A-Z]$/.test(text) ||
  'A PAN has 10 characters, in capitals: AAAAA0000A.';

/** True for a code of services in India's list, otherwise the problem. */
export const checkSac = (text: string | undefined): string | true =>
  text === undefined ||
  /^99\d{2}(?:\d{2})?$/.test(text) ||
  'A SAC begins with 99 and has 4 or 6 digits: 998361.';
