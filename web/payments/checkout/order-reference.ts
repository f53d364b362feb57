import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Bill } from '#web/payments/bill.ts';
import type { GatewayOrder } from '#web/payments/gateway.ts';

const prefix = 'web-';

/** Returns a new reference for an order: `web-20260331-4f0c9a1e2b`. */
export function newReference(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
  return `${prefix}${day}-${randomBytes(5).toString('hex')}`;
}

/** Derived from the reference, so that receipts keep their addresses after a backup is restored. */
export function receiptTokenOf(reference: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`receipt of ${reference}`).digest('base64url').slice(0, 22);
}

/** Returns a bill's notes for the gateway's order. Staff read the notes, and a lost ledger is restored from them. */
export function notesOf(bill: Bill): Record<string, string> {
  return { bill: bill.billNumber, customer: bill.customerName, phone: bill.customerPhone };
}

const notesSchema = z.object({ bill: z.string(), customer: z.string(), phone: z.string() });

/** Reads the bill from an order's notes; undefined for orders of other sites. */
export function billOf({ amount, ourReference, notes }: GatewayOrder): Bill | undefined {
  const { data } = notesSchema.safeParse(notes);
  if (!ourReference?.startsWith(prefix) || !data) return undefined;
  return {
    billNumber: data.bill,
    customerName: data.customer,
    customerPhone: data.phone,
    amountPaise: amount,
  };
}
