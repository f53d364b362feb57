import * as z from 'zod/mini';

/**
 * What the site says about bills that it knows: to the Studio under `/api/payments/bills`, with its session as bearer
 * token, and to the payment page. Amounts are whole paise, moments ISO 8601 in UTC, days those of India.
 */

const text = z.string();
const optionalText = z.nullable(text);
const paise = z.number();

/** `expired`: its link cannot be used any more, whether a part was paid or not. Cancelled comes before all others. */
export const billStates = ['open', 'part-paid', 'paid', 'overpaid', 'expired', 'cancelled'] as const;
export type BillState = (typeof billStates)[number];

const billSchema = z.object({
  id: text,
  bill_number: text,
  /** Null once erased, as the phone number. */
  customer_name: optionalText,
  /** Ten digits; `https://wa.me/91…` needs the country's code before them. */
  customer_phone: optionalText,
  customer_email: optionalText,
  amount: paise,
  /** Captured and not given back, by the link or typed in by hand. */
  paid_amount: paise,
  state: z.enum(billStates),
  due_on: optionalText,
  /** The customer reads it on the payment page. */
  note: optionalText,
  /** The pay link; null when there is nothing (more) to pay by it. */
  url: optionalText,
  expires_at: text,
  created_at: text,
  created_by: text,
  cancelled_at: optionalText,
  cancelled_by: optionalText,
});
export type ListedBill = z.infer<typeof billSchema>;

/** `GET ?search=&state=&after=`: the newest first; `search` is part of a bill number, a name or a phone number. */
export const billListSchema = z.object({ bills: z.array(billSchema), next: z.optional(text) });

/** Answer to `POST` (201, or 200 when exactly this bill was made before) and to `POST /:billId/cancel`. */
export const billAnswerSchema = z.object({ bill: billSchema });

const days = z._default(
  z
    .number()
    .check(z.int('Give whole days'), z.gte(1, 'Give at least 1 day'), z.lte(365, 'Give at most 365 days')),
  60,
);

/** Body of `POST`: all as typed text, so that the rules are those of a row of CSV. Errors are `{error, fieldErrors}`. */
export const billBodySchema = z.object({
  billNumber: text,
  name: text,
  phone: text,
  email: z._default(text, ''),
  /** Rupees, such as `1499.50` or `1,499.50`. */
  amount: text,
  /** `2026-03-31` or `31/03/2026`. */
  dueOn: z._default(text, ''),
  note: z._default(text, ''),
  /** For how long the link can be used. */
  days,
});

/**
 * Body of `POST /csv`: a header row (bill number, name, phone, amount; if wanted e-mail, due date, note; in any order)
 * and at most 2,000 bills. Nothing is made while a row is faulty, unless `skipFaulty`.
 */
export const csvBodySchema = z.object({
  csv: text.check(z.minLength(1, 'The file is empty'), z.maxLength(1_000_000, 'Use a file of at most 1 MB')),
  dryRun: z.boolean(),
  skipFaulty: z._default(z.boolean(), false),
  days,
});

/** Answer to `POST /csv`; a file that cannot be read at all is a 400 with `{error}`. */
export const csvAnswerSchema = z.object({
  /** Whether the right rows are bills now. */
  done: z.boolean(),
  counts: z.object({ new: z.number(), made: z.number(), known: z.number(), faulty: z.number() }),
  rows: z.array(
    z.object({
      /** Of the file, from 1 for the header. */
      line: z.number(),
      bill_number: text,
      /** `new`: would be made; `made`: was made now; `known`: exactly this bill was made before. */
      outcome: z.enum(['new', 'made', 'known', 'faulty']),
      /** What is wrong and what to do, when it is faulty. */
      problem: optionalText,
      /** When it was made, now or before. */
      bill: z.nullable(billSchema),
    }),
  ),
});
export type CsvAnswer = z.infer<typeof csvAnswerSchema>;

/** `POST /api/bill-status` `{link}`: what whoever holds a link may know; 404 for a link that is none. */
export const billStatusSchema = z.object({
  state: z.enum(billStates),
  billNumber: text,
  /** The initials alone, `A••• V•••`. */
  customer: optionalText,
  amount: paise,
  paid: paise,
  /** What can still be paid by the link; zero when it cannot be used. */
  open: paise,
  dueOn: optionalText,
  note: optionalText,
});
export type BillStatus = z.infer<typeof billStatusSchema>;
