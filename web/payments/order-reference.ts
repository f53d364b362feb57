import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Bill } from './bill.ts';
import type { GatewayOrder } from './gateway.ts';

const prefix = 'web-';

/** A new reference of ours for an order, which the gateway keeps as its `receipt`: `web-20260331-4f0c9a1e2b`. */
export function newReference(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return `${prefix}${day}-${randomBytes(5).toString('hex')}`;
}

/** The last part of a receipt's address. It follows from the reference, to be found again after a restored backup. */
export function receiptTokenOf(reference: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`receipt of ${reference}`).digest('base64url').slice(0, 22);
}

/** A bill as the gateway keeps it beside the order: what staff see there, and a lost ledger is restored from. */
export function notesOf(bill: Bill): Record<string, string> {
  return { bill: bill.billNumber, customer: bill.customerName, phone: bill.customerPhone };
}

const notesSchema = z.object({ bill: z.string(), customer: z.string(), phone: z.string() });

/** The bill of an order that this site made, by what the gateway keeps of it; undefined for any other order. */
export function billOf({ amount, receipt, notes }: GatewayOrder): Bill | undefined {
  const { data } = notesSchema.safeParse(notes);
  if (!receipt?.startsWith(prefix) || !data) return undefined;
  return {
    billNumber: data.bill,
    customerName: data.customer,
    customerPhone: data.phone,
    amountPaise: amount,
  };
}
