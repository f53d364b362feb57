import * as z from 'zod/mini';
import { emailSchema } from '#web/mail/address.ts';
import '#web/zod-without-eval.ts';
import {
  largestAmount,
  paiseFromDecimal,
  paiseFromNumber,
  plainAmount,
  smallestAmount,
} from '#web/contracts/money.ts';
import { latinDigits, reference } from '#web/contracts/text.ts';
import { textField } from '#web/contracts/text-field.ts';

const amountMessage = 'Enter valid amount (1 to 10,00,000)';

const name = textField('singleLine', 100, {
  ...{ least: 2, missing: 'Name must be at least 2 characters', tooLong: 'Name too long' },
});
const billNumber = textField('reference', 50, {
  ...{ least: 1, missing: 'Bill number is required', tooLong: 'Bill number too long' },
});
const phoneMessage = 'Enter valid 10-digit mobile number';
const phone = z.string({ error: phoneMessage }).check(
  z.overwrite((typed) => latinDigits(reference(typed))),
  z.regex(/^[6-9]\d{9}$/, phoneMessage),
);
/** Removes separators, the country code and a leading 0 from a typed mobile number. */
export const normalizePhone = (typed: string): string =>
  latinDigits(reference(typed))
    .replace(/[\s().\p{Pd}]/gu, '')
    .replace(/^(?:(?:\+|00)?91)?0?(?=[6-9]\d{9}$)/, '');
const typedPhone = z.pipe(z.pipe(z.string({ error: phoneMessage }), z.transform(normalizePhone)), phone);

/** Converts an amount to paise. Any invalid amount gets the error `message`. */
function parseAmount<Given>(
  toPaise: (given: Given) => number | undefined,
  { least, message }: { least: number; message: string },
) {
  return z.transform((given: Given, context) => {
    const paise = toPaise(given);
    if (paise !== undefined && paise >= least && paise <= largestAmount) return paise;
    context.issues.push({ code: 'custom', message, input: given });
    return z.NEVER;
  });
}

const typedAmount = (limits: { least: number; message: string }) =>
  z.pipe(
    z.string({ error: limits.message }),
    parseAmount((typed: string) => paiseFromDecimal(plainAmount(typed)), limits),
  );
const payable = { least: smallestAmount, message: amountMessage };

/** Converts the typed rupees that a customer pays, such as `40,000.50`, to paise. */
export const amountText = typedAmount(payable);

/** Converts rupees, as typed by staff, to paise. The minimum is 1 paisa, because 1 paisa of a bill can be unpaid. */
export const manualAmountText = typedAmount({
  least: 1,
  message: 'Enter the amount in rupees, from 0.01 to 10,00,000',
});
const amountNumber = z.pipe(z.number({ error: amountMessage }), parseAmount(paiseFromNumber, payable));

const billFormShape = {
  billNumber,
  amount: amountText,
  email: z.pipe(
    z.transform((typed) => typed || undefined),
    z.optional(emailSchema),
  ),
};

/** The payment form; every field is typed text. */
export const billFormSchema = z.pipe(
  z.object({ name, phone: typedPhone, ...billFormShape }),
  z.transform(
    (form): Bill => ({
      customerEmail: form.email,
      billNumber: form.billNumber,
      customerName: form.name,
      customerPhone: form.phone,
      amountPaise: form.amount,
    }),
  ),
);

/** The payment form without the customer, whom staff entered for the payment link. */
export const linkedFormSchema = z.pipe(
  z.object(billFormShape),
  z.transform(
    (form): FormBill => ({
      customerEmail: form.email,
      billNumber: form.billNumber,
      amountPaise: form.amount,
    }),
  ),
);

const billRequestShape = { amount: amountNumber, billNumber, customerName: name, customerPhone: phone };

/** Body of `POST /api/create-razorpay-order`. `amount` is in rupees, `link` is the token of a payment link. */
export const orderRequestSchema = z.pipe(
  z.object({
    ...billRequestShape,
    customerEmail: z.optional(emailSchema),
    link: z.optional(z.string({ error: 'The payment link is not valid' })),
  }),
  z.transform(({ amount: amountPaise, link, ...bill }) => ({ bill: { ...bill, amountPaise }, link })),
);

/** A validated bill. The phone number has ten digits and no country code. */
export type Bill = z.infer<typeof orderRequestSchema>['bill'];

/** A bill from the form. If the customer is missing, the customer of the payment link applies. */
export type FormBill = Omit<Bill, 'customerName' | 'customerPhone'> &
  Partial<Pick<Bill, 'customerName' | 'customerPhone'>>;

const id = (prefix: 'order' | 'pay') =>
  z
    .string({ error: 'This payment reference is not valid' })
    .check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`), 'This payment reference is not valid'));

/** The gateway's ids, validated because they become part of request URLs. */
export const orderIdSchema = id('order');
export const paymentIdSchema = id('pay');

/** The gateway's signature of a reported payment. */
export const signatureSchema = z
  .string({ error: 'The signature is not valid' })
  .check(z.regex(/^[0-9a-f]{64}$/, 'The signature is not valid'));

/** Body of `POST /api/verify-razorpay-payment`. Fields of the bill may be missing, but must not contradict the order. */
export const verificationRequestSchema = z.pipe(
  z.extend(z.partial(z.object(billRequestShape)), {
    orderId: orderIdSchema,
    paymentId: paymentIdSchema,
    signature: signatureSchema,
  }),
  z.transform(({ orderId, paymentId, signature, amount: amountPaise, ...bill }) => ({
    report: { orderId, paymentId, signature },
    bill: { ...bill, amountPaise },
  })),
);
