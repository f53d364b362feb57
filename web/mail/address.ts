import * as z from 'zod/mini';
import { reference } from '#web/contracts/text.ts';
import '#web/zod-without-eval.ts';

const emailMessage = 'Enter a valid e-mail address';
/** An address that every mail server takes: ASCII alone. */
export const emailSchema = z
  .string({ error: emailMessage })
  .check(z.overwrite(reference), z.maxLength(254, emailMessage), z.email(emailMessage));
