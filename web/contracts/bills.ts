import * as z from 'zod/mini';
import type { StatedBill } from '#web/payments/ledger/bills.ts';
import { row, rows } from './rows.ts';

/**
 * What the site says about bills that it knows: to the Studio under `/api/payments/bills`, with its session as bearer
 * token, and to the payment page. Amounts are whole paise, moments ISO 8601 in UTC, days those of India.
 */

const text = z.string();
const optionalText = z.nullable(text);
const paise = z.number();

/**
 * `confirming`: how a payment ended is not known yet. `expired`: its link cannot be used any more, whether a part was paid or
 * not. Cancelled comes before all others.
 */
export const billStates = [
  'open',
  'part-paid',
  'confirming',
  'paid',
  'overpaid',
  'expired',
  'cancelled',
] as const;
export type BillState = (typeof billStates)[number];

/** A bill as the desk is shown it: `paid_amount` less what was given back; no `url` when there is nothing (more) to pay. */
export type ListedBill = Omit<
  StatedBill,
  'bill_key' | 'erased_at' | 'paid' | 'link_token' | 'earlier_link_token'
> & {
  paid_amount: number;
  url: string | null;
};

/** `GET ?search=&state=&after=`: the newest first; `search` is part of a bill number, a name or a phone number. */
export const billListSchema = z.object({ bills: rows<ListedBill>(), next: z.optional(text) });

/** Answer to `POST` (201, or 200 when exactly this bill was made before) and to `POST /:billId/cancel`. */
export const billAnswerSchema = z.object({ bill: row<ListedBill>() });

const wholeDays = 'Give 1 to 365 whole days';
const days = z._default(z.int(wholeDays).check(z.gte(1, wholeDays), z.lte(365, wholeDays)), 60);

/** A bill as it is typed, so that the form's rules are those of a row of CSV. */
export const typedBillSchema = z.object({
  billNumber: text,
  name: text,
  phone: text,
  email: z._default(text, ''),
  /** Rupees, such as `1499.50` or `1,499.50`. */
  amount: text,
  /** `2026-03-31` or `31/03/2026`. */
  dueOn: z._default(text, ''),
  note: z._default(text, ''),
});
export type TypedBill = z.infer<typeof typedBillSchema>;

/** Body of `POST`; `days` is for how long the link can be used. Errors are `{error, fieldErrors}`. */
export const billBodySchema = z.extend(typedBillSchema, { days });

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

/** What became, or would become, of the row on a line (from 1 for the header); `known` was made before. */
type RowAnswer = {
  line: number;
  bill_number: string;
  outcome: 'new' | 'made' | 'known' | 'faulty';
  /** What is wrong and what to do, when it is faulty. */
  problem: string | null;
  bill: ListedBill | null;
};

/** Answer to `POST /csv`; a file that cannot be read at all is a 400 with `{error}`. */
export const csvAnswerSchema = z.object({
  /** Whether the right rows are bills now. */
  done: z.boolean(),
  counts: z.object({ new: z.number(), made: z.number(), known: z.number(), faulty: z.number() }),
  rows: rows<RowAnswer>(),
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
