import * as z from 'zod/mini';
import { latinDigits } from '#web/contracts/text.ts';
import { textField } from '#web/contracts/text-field.ts';
import { emailSchema } from '#web/mail/address.ts';

/** The fields that applicants fill in. Lengths are in characters. */
export const applicationSchema = z.object({
  name: textField('singleLine', 100, { least: 2, missing: 'Enter your name' }),
  phone: textField('singleLine', 30).check(
    z.refine(
      (typed) => /^\D*(?:\d\D*){7,15}$/.test(latinDigits(typed)),
      'Enter your mobile number, with the country code if it is not Indian',
    ),
  ),
  email: emailSchema,
  message: textField('severalLines', 2000),
});

export type Application = z.output<typeof applicationSchema>;

/** A hidden field that only robots fill in. */
export const honeypotField = 'subject';
