import { z } from 'zod';
import { siteAddress } from '#studio/settings.ts';

const listedOrder = z.object({
  id: z.string(),
  bill_number: z.string(),
  customer_name: z.string().nullable(),
  customer_phone: z.string().nullable(),
  /** Paise, as are all amounts here. */
  amount: z.number(),
  status: z.enum(['created', 'attempted', 'paid']),
  created_at: z.string(),
  paid_at: z.string().nullable(),
  paid_amount: z.number(),
  refunded_amount: z.number(),
  duplicate: z.boolean(),
});
export type ListedOrder = z.infer<typeof listedOrder>;

const listSchema = z.object({
  orders: z.array(listedOrder),
  next: z.string().optional(),
  totals: z.object({ orders: z.number(), paid: z.number(), refunded: z.number(), duplicates: z.number() }),
});
export type OrderList = z.infer<typeof listSchema>;

const detailsSchema = z.object({
  order: listedOrder.omit({ paid_amount: true, refunded_amount: true }),
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      status: z.string(),
      method: z.string().nullable(),
      method_detail: z.string().nullable(),
      reference: z.string().nullable(),
      amount_refunded: z.number(),
      fee: z.number().nullable(),
      tax: z.number().nullable(),
      error_reason: z.string().nullable(),
      created_at: z.string(),
      captured_at: z.string().nullable(),
    }),
  ),
  events: z.array(
    z.object({
      id: z.number(),
      source: z.string(),
      event: z.string(),
      at: z.string(),
      actor: z.string().nullable(),
    }),
  ),
});
export type OrderDetails = z.infer<typeof detailsSchema>;

export type Filter = { bill: string; state: string; from: string; to: string };

async function call(token: string, path: string, method: 'GET' | 'POST' = 'GET'): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${siteAddress()}/api/payments${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
  } catch {
    throw new Error('The site does not answer. Check that it runs, and try again.');
  }
  if (response.ok) return response;
  const problem = z.object({ error: z.string() }).safeParse(await response.json().catch(() => undefined));
  throw new Error(problem.data?.error ?? `The site answered ${response.status}. Please try again.`);
}

/** A page of orders that match the filter. Rejects with an Error whose message can be shown, as all calls here. */
export async function fetchOrders(token: string, filter: Filter, after?: string): Promise<OrderList> {
  const query = new URLSearchParams({ ...filter, ...(after ? { after } : {}) });
  return listSchema.parse(await (await call(token, `?${query}`)).json());
}

/**
 * What is known of an order, after an action if one is given: `ask` makes the site ask Razorpay about it now, `settle`
 * takes the flag from its second payment, which was settled by hand.
 */
export async function fetchDetails(
  token: string,
  orderId: string,
  action?: 'ask' | 'settle',
): Promise<OrderDetails> {
  const response = await (action ? call(token, `/${orderId}/${action}`, 'POST') : call(token, `/${orderId}`));
  return detailsSchema.parse(await response.json());
}

/** Everything that matches the filter, as a CSV file. */
export async function fetchCsv(token: string, filter: Filter): Promise<Blob> {
  return (await call(token, `/export?${new URLSearchParams(filter)}`)).blob();
}
