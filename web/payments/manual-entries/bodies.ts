import * as z from 'zod/mini';
import { manualEntryKinds, needsApproval, referenceFor } from '#web/contracts/manual-entries.ts';
import { longestSection, taxActOn } from '#web/contracts/tds.ts';
import { textField } from '#web/contracts/text-field.ts';
import { manualAmountText } from '#web/payments/bill.ts';
import { daySchema, explanationSchema, requestKeySchema } from '#web/payments/staff-fields.ts';

const maybe = (...field: Parameters<typeof textField>) => z._default(textField(...field), '');

/** In bytes. */
export const largestFile = 2 * 1024 * 1024;

/** A scanned file in base64. Its type comes from its first bytes, never from its name. */
const file = z.object({
  name: textField('singleLine', 100),
  content: z
    .base64('Choose the file again')
    .check(
      z.minLength(8, 'The file is empty'),
      z.maxLength(Math.ceil(largestFile / 3) * 4, 'Use a file of at most 2 MB'),
    ),
});

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
    file: z.optional(file),
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
/** Body of a TDS certificate that arrives later. */
export const certificateBodySchema = z.object({
  reference: textField('reference', 60, { least: 3, missing: 'Enter the certificate number' }),
  file: z.optional(file),
});

/** The error for each outcome except `done`. */
export const refusals = {
  unknown: [404, 'There is no such bill, entry or payment.'],
  'other-request': [422, 'This request was already sent with different details. Please start again.'],
  'same-reference': [409, 'An entry with this reference already exists for this bill.'],
  'too-much': [409, 'The amount exceeds what is open on this bill or left of this payment.'],
  'later-day': [400, 'This day is in the future.'],
  'earlier-day': [400, 'This day is before the day of the entry.'],
  own: [403, 'You requested this, so another person must approve it.'],
  disputed: [409, 'The customer disputes this payment, so its money may be taken back.'],
  'same-bill': [409, 'The money is already on this bill.'],
  over: [409, 'This was already decided or reversed.'],
} satisfies Record<string, [status: number, error: string]>;
export type ManualEntryRefusal = keyof typeof refusals;
