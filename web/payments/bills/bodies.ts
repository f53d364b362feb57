import * as z from 'zod/mini';
import { daySchema } from '#web/payments/staff-fields.ts';

const text = z.string();
const wholeDays = 'Enter 1 to 365 whole days';
const days = z._default(z.int(wholeDays).check(z.gte(1, wholeDays), z.lte(365, wholeDays)), 60);

/** A bill as typed in the form or in a CSV row. */
export const typedBillSchema = z.object({
  billNumber: text,
  name: text,
  phone: text,
  email: z._default(text, ''),
  /** In rupees, for example `1499.50` or `1,499.50`. */
  amount: text,
  /** A date for `parseTypedDay`, for example `31/03/2026`. May be empty. */
  dueOn: z._default(text, ''),
  note: z._default(text, ''),
});
export type TypedBill = z.infer<typeof typedBillSchema>;

/** Body of `POST /`. The link works for `days` after the due date, if any. Errors are `{error, fieldErrors}`. */
export const billBodySchema = z.extend(typedBillSchema, { days });

/**
 * Body of `POST /csv`: a header row (bill number, name, phone, amount; optionally e-mail, due date, note; in any order)
 * and at most 2,000 bills. One faulty row rejects the file, unless `skipFaulty` is set.
 */
export const csvBodySchema = z.object({
  csv: text.check(z.minLength(1, 'The file is empty'), z.maxLength(1_000_000, 'Use a file of at most 1 MB')),
  dryRun: z.boolean(),
  skipFaulty: z._default(z.boolean(), false),
  days,
});

/** Body of `POST /:billId/link`: the last day on which the link works. */
export const linkBodySchema = z.object({ endsOn: daySchema() });
