import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { manualEntryKinds, needsApproval, referenceFor } from '#web/contracts/manual-entries.ts';
import { smallestAmount } from '#web/contracts/money.ts';
import { longestSection, taxActOn } from '#web/contracts/tds.ts';
import { textField } from '#web/contracts/text-field.ts';
import { parseTypedDay } from '#web/contracts/typed-dates.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import type { NewBill } from '#web/payments/ledger/bills.ts';
import { billFormSchema, manualAmountText } from './bill.ts';

// Bodies of staff requests, and the fields that several of them share.

/** Makes a request idempotent: a request sent twice with the same key runs only once. */
export const requestKeySchema = z
  .string()
  .check(z.regex(/^[\w-]{16,64}$/, 'The key must be 16 to 64 letters, digits, _ or -'));

/** A day of this century, `2026-03-31`. */
export const daySchema = (missing = 'Enter the day') =>
  z.iso.date(missing).check(z.startsWith('20', 'Enter a date in this century'));

/** The reason that staff give for an action. */
export const explanationSchema = (missing: string) => textField('severalLines', 300, { least: 3, missing });

/** Body of a review: the surplus in paise that the person saw. */
export const reviewBodySchema = z.object({ surplus: z.number().check(z.int(), z.positive()) });

/** Body of `POST /:orderId/refund`. The same `key` never creates a second request. */
export const refundBodySchema = z.object({
  key: requestKeySchema,
  paymentId: z.string(),
  amount: z
    .number()
    .check(z.int('Enter the amount in whole paise'), z.gte(smallestAmount, 'Enter at least ₹1.00')),
  reason: explanationSchema('Say why'),
});

/** Body of `POST /unexplained/:subject`. */
export const noteBodySchema = z.object({ note: explanationSchema('Say what it was') });

const text = z.string();
const wholeDays = 'Enter 1 to 365 whole days';
/** Days for which a payment link works after its bill's due date, if staff do not say. */
export const defaultLinkDays = 60;
const days = z._default(z.int(wholeDays).check(z.gte(1, wholeDays), z.lte(365, wholeDays)), defaultLinkDays);

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

const isDay = (text: string) => text === '' || parseTypedDay(text) !== undefined;
/** Excel shortens long numbers to this form, even in the CSV files that it saves, so the last digits are lost. */
const shortenedByExcel = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i;
const shortenedProblem = (typed: string) =>
  `Excel shortened this number to ${typed}. Format the column as Text, enter the number again and save the file again`;

const billRulesSchema = z.intersection(
  billFormSchema,
  z.object({
    dueOn: textField('singleLine', 200).check(
      z.refine(isDay, 'Enter the due date, day first, for example 31/03/2026 or 31-Mar-26'),
    ),
    note: textField('singleLine', 200, { tooLong: 'Note too long: use at most 200 characters' }),
  }),
);

/** Validates a bill by the payment form's rules. */
export function readBill(typed: TypedBill): { bill: NewBill } | { faults: Record<string, string> } {
  const cut = Object.entries(typed).filter(([, text]) => shortenedByExcel.test(text.trim()));
  if (cut.length > 0)
    return { faults: Object.fromEntries(cut.map(([field, text]) => [field, shortenedProblem(text.trim())])) };
  const { data, error } = billRulesSchema.safeParse({ ...typed, email: typed.email.trim() });
  if (error) return { faults: fieldErrors(error) };
  return {
    bill: {
      bill_number: data.billNumber,
      customer_name: data.customerName,
      customer_phone: data.customerPhone,
      customer_email: data.customerEmail ?? null,
      amount: data.amountPaise,
      due_on: parseTypedDay(data.dueOn) ?? null,
      note: data.note || null,
    },
  };
}

const maybe = (...field: Parameters<typeof textField>) => z._default(textField(...field), '');

/** Body of `POST /bills/:billId/vouchers`. The same `key` never creates a second entry. */
export const manualEntryBodySchema = z
  .object({
    key: requestKeySchema,
    kind: z.enum(manualEntryKinds),
    amount: manualAmountText,
    day: daySchema(),
    reference: maybe('reference', 60),
    section: maybe('singleLine', longestSection),
    rate: maybe('singleLine', 6),
    reason: maybe('severalLines', 300),
  })
  .check((context) => {
    const { kind, day, reference, section, rate, reason } = context.value;
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: 'custom', path: [field], message, input: context.value });
    const { missing } = referenceFor(kind);
    if (missing && reference === '') refuse('reference', missing);
    const { act, sections, choices } = taxActOn(day);
    if (kind === 'tds' && !sections.test(section))
      refuse('section', `Enter the section of the ${act}, for example ${choices[0]?.section}`);
    if (kind === 'tds' && !/^\d{1,2}(\.\d{1,3})?$/.test(rate))
      refuse('rate', 'Enter the rate in per cent, for example 10');
    if (needsApproval(kind) && reason.length < 3) refuse('reason', 'Say why');
  });
export type ManualEntryBody = z.output<typeof manualEntryBodySchema>;

/** Body of `POST /moves`, which moves money from a payment to a bill. The same `key` never moves it twice. */
export const moveBodySchema = z.object({
  key: requestKeySchema,
  paymentId: z.string().check(z.regex(/^pay_\w{1,40}$/, 'The payment id is not valid')),
  billNumber: textField('reference', 50, { least: 1, missing: 'Enter the bill number' }),
  amount: manualAmountText,
});
export type MoveBody = z.output<typeof moveBodySchema>;

/** Body of an action on a manual entry. `day` is when the bank cleared or returned a cheque. */
export const actionBodySchema = z.object({
  day: z.optional(daySchema()),
  reason: maybe('severalLines', 300),
});
export const reverseBodySchema = z.object({ reason: explanationSchema('Say why') });
/** Body of the number of a TDS certificate that arrives later. */
export const certificateBodySchema = z.object({
  reference: textField('reference', 60, { least: 3, missing: 'Enter the certificate number' }),
});
