import * as z from 'zod/mini';
import { reference } from '#web/contracts/text.ts';
import { textField } from '#web/contracts/text-field.ts';
import { normalizePhone } from '#web/payments/bill.ts';

/** Returns an e-mail or UPI address, or a phone number, in the form in which they are compared. */
export function contactKey(typed: string): string {
  if (typed.includes('@')) return reference(typed).toLowerCase();
  const ascii = typed.replace(/\p{Nd}/gu, (digit) => {
    // In every script the ten digits follow each other, from a code that ends in 0 or 6.
    const code = digit.codePointAt(0) ?? 0;
    return String((code & 15) - (/\p{Nd}/u.test(String.fromCodePoint(code & ~15)) ? 0 : 6));
  });
  const digits = normalizePhone(ascii).replace(/\D/g, '').replace(/^0+/, '');
  return digits.replace(/^91(?=\d{10}$)/, '');
}

const message = 'Enter e-mail addresses and phone numbers, each on its own line';

/** The addresses and numbers of one person, as keys. */
export const contactsSchema = z.object({
  contacts: z.pipe(
    textField('severalLines', 300, { least: 1, missing: message }),
    z.transform((typed, context) => {
      const keys = typed
        .split(/\s*[\n,;]\s*/)
        .filter(Boolean)
        .map(contactKey);
      if (!keys.every((key) => /^\d{7,15}$|@/.test(key)))
        context.issues.push({ code: 'custom', message, input: typed });
      return keys;
    }),
  ),
});
