import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';

const emailMessage = 'Enter a valid e-mail address';
/** An address that every mail server takes: ASCII alone. */
export const emailSchema = z
  .string({ error: emailMessage })
  .check(z.trim(), z.maxLength(254, emailMessage), z.email(emailMessage));
