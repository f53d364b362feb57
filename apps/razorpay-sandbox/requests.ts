import { z } from 'zod';
import type { ListedEntity, Notes } from './entities.ts';
import { badRequest } from './errors.ts';

const bodySchema = z.record(z.string(), z.unknown());
export type Body = z.infer<typeof bodySchema>;

/** The JSON value in a text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object of a request body; an empty body is an empty object, as Razorpay takes it. */
export function parseBody(text: string): Body {
  if (text.trim() === '') return {};
  const parsed = bodySchema.safeParse(parseJson(text));
  if (!parsed.success) throw badRequest('The request body is not valid JSON.');
  return parsed.data;
}

export function rejectUnknownFields(body: Body, allowed: string[]): void {
  const extra = Object.keys(body).filter((field) => !allowed.includes(field));
  if (extra.length > 0)
    throw badRequest(`${extra.join(', ')} is/are not required and should not be sent`, {
      field: extra[0] ?? '',
    });
}

/** A whole number of paise, given as a number or as digits. */
export function amountOf(body: Body): number {
  const given = body.amount;
  if (given === undefined || given === null || given === '')
    throw badRequest('amount: is required.', { field: 'amount', reason: 'input_validation_failed' });
  const amount = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
  if (typeof amount !== 'number' || !Number.isInteger(amount))
    throw badRequest('The amount must be an integer.', { field: 'amount' });
  return amount;
}

export function textOf(body: Body, field: string, longest: number): string | null {
  const given = body[field];
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') throw badRequest(`The ${field} must be a string.`, { field });
  if (given.length > longest)
    throw badRequest(`The ${field} may not be greater than ${longest} characters.`, { field });
  return given;
}

export function currencyOf(body: Body): string {
  const currency = textOf(body, 'currency', 3);
  if (currency === null) throw badRequest('The currency field is required.', { field: 'currency' });
  if (currency !== 'INR') throw badRequest('Currency is not supported', { field: 'currency' });
  return currency;
}

const notesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** Notes of an entity; none come back as an empty list. */
export function notesOf(body: Body): Notes {
  if (body.notes === undefined || body.notes === null) return [];
  if (Array.isArray(body.notes) && body.notes.length === 0) return [];
  const parsed = notesSchema.safeParse(body.notes);
  if (!parsed.success) throw badRequest('The notes must be key-value pairs.', { field: 'notes' });
  const entries = Object.entries(parsed.data);
  if (entries.length > 15) throw badRequest('The notes may not have more than 15 keys.', { field: 'notes' });
  for (const [key, value] of entries)
    if (key.length > 256 || String(value).length > 256)
      throw badRequest('The notes value may not be greater than 256 characters.', { field: 'notes' });
  return entries.length === 0 ? [] : parsed.data;
}

const captureSchema = z.object({
  capture: z.enum(['automatic', 'manual']),
  capture_options: z
    .object({
      automatic_expiry_period: z.number().int().min(12).optional(),
      manual_expiry_period: z.number().int().max(7200).optional(),
      refund_speed: z.enum(['normal', 'optimum']).optional(),
    })
    .optional(),
});

/** Whether payments of an order are captured by themselves, from `payment` or the older `payment_capture`. */
export function automaticCaptureOf(body: Body): boolean {
  if (body.payment === undefined) return body.payment_capture === true || body.payment_capture === 1;
  const parsed = captureSchema.safeParse(body.payment);
  if (!parsed.success) throw badRequest('The payment capture settings are not valid.', { field: 'payment' });
  return parsed.data.capture === 'automatic';
}

const listSchema = z.object({
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
  from: z.coerce.number().int().min(0).default(0),
  to: z.coerce.number().int().min(0).default(4_000_000_000),
  receipt: z.string().optional(),
});

/** A page of a list, newest first, with Razorpay's own parameters. */
export function pageOf<T extends ListedEntity>(items: T[], query: Record<string, string>) {
  const parsed = listSchema.safeParse(query);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'count');
    throw badRequest(`The ${field} is not valid.`, { field });
  }
  const { count, skip, from, to, receipt } = parsed.data;
  const page = items
    .filter((item) => item.created_at >= from && item.created_at <= to)
    .filter((item) => receipt === undefined || item.receipt === receipt)
    .reverse()
    .slice(skip, skip + count);
  return collection(page);
}

export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}
