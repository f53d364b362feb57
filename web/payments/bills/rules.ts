import * as z from 'zod/mini';
import { textField } from '#web/contracts/text-field.ts';
import { parseTypedDay } from '#web/contracts/typed-dates.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import '#web/zod-without-eval.ts';
import { billFormSchema } from '#web/payments/bill.ts';
import type { NewBill } from '#web/payments/ledger/bills.ts';
import type { TypedBill } from './bodies.ts';

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
