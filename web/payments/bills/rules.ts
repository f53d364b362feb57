import * as z from 'zod/mini';
import { fieldErrors } from '#web/http/field-errors.ts';
import '#web/zod-without-eval.ts';
import { billFormSchema } from '#web/payments/bill.ts';
import type { NewBill } from '#web/payments/ledger/bills.ts';
import type { TypedBill } from './bodies.ts';

/** ISO day of `2026-03-31` or `31/03/2026`; undefined for an impossible date. */
export function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](20\d\d)$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return z.iso.date().safeParse(iso).success && iso.startsWith('20') ? iso : undefined;
}

const isDay = (text: string) => text === '' || dayOf(text) !== undefined;

const ruledSchema = z.intersection(
  billFormSchema,
  z.object({
    dueOn: z.string().check(z.trim(), z.refine(isDay, 'Give the due date as 2026-03-31 or 31/03/2026')),
    note: z
      .string()
      .check(
        z.trim(),
        z.maxLength(200, 'Note too long: use at most 200 characters'),
        z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Write the note on one line'),
      ),
  }),
);

/** Validates a bill by the payment form's rules. */
export function readBill(typed: TypedBill): { bill: NewBill } | { faults: Record<string, string> } {
  const { data, error } = ruledSchema.safeParse({ ...typed, email: typed.email.trim() });
  if (error) return { faults: fieldErrors(error) };
  return {
    bill: {
      bill_number: data.billNumber,
      customer_name: data.customerName,
      customer_phone: data.customerPhone,
      customer_email: data.customerEmail ?? null,
      amount: data.amountPaise,
      due_on: dayOf(data.dueOn) ?? null,
      note: data.note || null,
    },
  };
}
