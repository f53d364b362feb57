import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { billFormSchema, fieldErrors } from '#web/payments/bill.ts';
import type { NewBill } from '#web/payments/ledger/bills.ts';
import { ungrouped } from '#web/payments/money.ts';

/** A bill as text, as it stands in a file or in the desk's form. */
export type TypedBill = Record<
  'billNumber' | 'name' | 'phone' | 'email' | 'amount' | 'dueOn' | 'note',
  string
>;

const dateMessage = 'Give the due date as 2026-03-31 or 31/03/2026';

/** The day that is written year first, or as in India day first; undefined for one that no calendar has. */
function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](20\d\d)$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return z.iso.date().safeParse(iso).success && iso.startsWith('20') ? iso : undefined;
}

const restSchema = z.object({
  dueOn: z.string().check(
    z.trim(),
    z.refine((text: string) => text === '' || dayOf(text) !== undefined, dateMessage),
  ),
  note: z.string().check(
    z.trim(),
    z.maxLength(200, 'Note too long: use at most 200 characters'),
    z.refine((text: string) => !/[\p{Cc}\p{Cs}]/u.test(text), 'Write the note on one line'),
  ),
});

/** A phone number as spreadsheets and address books write it, reduced to the ten digits where that is certain. */
function tenDigits(phone: string): string {
  return phone.replace(/[\s()-]/g, '').replace(/^(?:\+91|91(?=\d{10}$)|0(?=\d{10}$))/, '');
}

/** Checks a bill by the rules of the payment form. */
export function readBill(typed: TypedBill): { bill: NewBill } | { faults: Record<string, string> } {
  const form = billFormSchema.safeParse({
    ...typed,
    phone: tenDigits(typed.phone),
    email: typed.email.trim(),
    amount: ungrouped(typed.amount.replace(/^\s*(?:₹|Rs\.?|INR)\s*/i, '').trim()),
  });
  const rest = restSchema.safeParse(typed);
  if (!form.success || !rest.success)
    return {
      faults: {
        ...(form.error ? fieldErrors(form.error) : {}),
        ...(rest.error ? fieldErrors(rest.error) : {}),
      },
    };
  const { billNumber, customerName, customerPhone, customerEmail, amountPaise } = form.data;
  return {
    bill: {
      bill_number: billNumber,
      customer_name: customerName,
      customer_phone: customerPhone,
      customer_email: customerEmail ?? null,
      amount: amountPaise,
      due_on: dayOf(rest.data.dueOn) ?? null,
      note: rest.data.note || null,
    },
  };
}
