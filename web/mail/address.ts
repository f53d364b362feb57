import * as z from 'zod/mini';
import { textField } from '#web/contracts/text-field.ts';

const emailMessage = 'Enter a valid e-mail address';
/** An address that every mail server accepts: ASCII only. */
export const emailSchema = textField('reference', 254, {
  missing: emailMessage,
  tooLong: emailMessage,
}).check(z.email(emailMessage));
