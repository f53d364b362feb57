import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { evidenceFields, type Notes, noteFields } from './entities.ts';
import { badRequest } from './errors.ts';

/** The JSON value in a text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses what a client sent. Throws the first thing that is wrong with it as Razorpay's error. */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw badRequest(`${issue.keys.join(', ')} is/are not required and should not be sent`, {
      field: issue.keys[0] ?? '',
    });
  throw badRequest(issue?.message ?? 'The request is not valid.', { field: issue?.path.join('.') ?? '' });
}

/** The JSON body of a request; an empty one is an empty object, as Razorpay takes it. */
export async function bodyOf<T>(request: HonoRequest, schema: z.ZodType<T>): Promise<T> {
  const text = await request.text();
  const value = text.trim() === '' ? {} : parseJson(text);
  if (value === undefined) throw badRequest('The request body is not valid JSON.');
  return parse(schema, value);
}

const isBlank = (input: unknown) => input === undefined || input === null || input === '';

/** A whole number of paise, given as a number or as digits. */
const amount = z.preprocess(
  (given) => (typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given),
  z.int({
    error: ({ input }) => (isBlank(input) ? 'amount: is required.' : 'The amount must be an integer.'),
  }),
);

const currency = z.literal('INR', {
  error: ({ input }) => (isBlank(input) ? 'The currency field is required.' : 'Currency is not supported'),
});

const text = (field: string, longest: number) =>
  z
    .string(`The ${field} must be a string.`)
    .max(longest, `The ${field} may not be greater than ${longest} characters.`)
    .nullable()
    .default(null);

/** Notes of an entity; none come back as an empty list. */
const notes = z
  .union(
    [
      noteFields
        .refine((given) => Object.keys(given).length <= 15, 'The notes may not have more than 15 keys.')
        .refine(
          (given) =>
            Object.entries(given).every((entry) => entry.every((part) => String(part).length <= 256)),
          'The notes value may not be greater than 256 characters.',
        ),
      z.tuple([]),
    ],
    'The notes must be key-value pairs.',
  )
  .nullable()
  .default(null)
  .transform((given): Notes => (given && Object.keys(given).length > 0 ? given : []));

const ignored = z.unknown().optional();

export const orderBody = z.strictObject({
  amount,
  currency,
  receipt: text('receipt', 40),
  notes,
  payment: z
    .object({
      capture: z.enum(['automatic', 'manual']),
      capture_options: z
        .object({
          automatic_expiry_period: z.int().min(12).optional(),
          manual_expiry_period: z.int().max(7200).optional(),
          refund_speed: z.enum(['normal', 'optimum']).optional(),
        })
        .optional(),
    })
    .optional(),
  /** The older form of `payment`. */
  payment_capture: ignored,
  partial_payment: ignored,
  first_payment_min_amount: ignored,
  offer_id: ignored,
  method: ignored,
  bank_account: ignored,
  customer_id: ignored,
  customer_details: ignored,
});
export const orderChange = z.strictObject({ notes });
export const captureBody = z.strictObject({ amount, currency });
export const refundBody = z.strictObject({
  amount: amount.optional(),
  notes,
  receipt: text('receipt', 40),
  speed: text('speed', 10),
});

export const refundChange = z.strictObject({ notes });
export const contestBody = evidenceFields
  .partial()
  .extend({ action: z.enum(['draft', 'submit']).default('draft') });

const countUpTo = (most: number) =>
  z.coerce.number().int().min(1).max(most, `The count may not be greater than ${most}.`).default(10);
const skip = z.coerce.number().int().min(0).default(0);
const timeFrom = (earliest: number, latest: number) => {
  const message = `must be between ${earliest} and ${latest}`;
  const time = (field: string) =>
    z.coerce.number().int().min(earliest, `${field} ${message}`).max(latest, `${field} ${message}`);
  return { from: time('from').default(earliest), to: time('to').default(latest) };
};
const listQuery = z.object({ count: countUpTo(100), skip, ...timeFrom(0, 9_999_999_999) });
const paymentsQuery = listQuery.extend(timeFrom(946_684_800, 4_765_046_400));

/** Which page of a list is asked for, with Razorpay's own parameters. */
export function pageOf(path: string, query: Record<string, string>) {
  return parse(path === '/v1/payments' ? paymentsQuery : listQuery, query);
}

const reconQuery = z.object({
  year: z.coerce.number('The year field is required.').int().min(2000).max(2100),
  month: z.coerce.number('The month field is required.').int().min(1).max(12),
  day: z.coerce.number().int().min(1).max(31).optional(),
  count: countUpTo(1000),
  skip,
});

export function reconOf(query: Record<string, string>) {
  return parse(reconQuery, query);
}

export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}
