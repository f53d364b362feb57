import type { BillStatus } from '#web/payments/bills/status.ts';

export type BillResponse = BillStatus | 'unknown' | 'unreachable';

/** The bill of the page's payment link, as far as the page knows it. `none`: the page has no link. */
export type LinkedBill =
  | { kind: 'none' | 'loading' | 'unknown' | 'unreachable' }
  | { kind: 'closed' | 'payable'; bill: BillStatus }
  /** Another person has started to pay the bill. */
  | { kind: 'in-progress'; bill: BillStatus; otherPayment: NonNullable<BillStatus['underWay']> };

/** Who pays: a person who types their details, the customer on the bill, or somebody else. */
export type Payer = 'typed' | 'customer' | 'someone-else';

/** `allowed` is the start time of another person's payment that the customer chose to ignore. */
export function linkedBillOf(link: string, response: BillResponse | undefined, allowed: string): LinkedBill {
  if (link === '') return { kind: 'none' };
  if (typeof response !== 'object') return { kind: response ?? 'loading' };
  const { underWay: otherPayment } = response;
  if (otherPayment && otherPayment.at !== allowed)
    return { kind: 'in-progress', bill: response, otherPayment };
  return { kind: response.open > 0 ? 'payable' : 'closed', bill: response };
}

/** Returns the masked name and phone number of the bill's customer; undefined if staff entered none. */
export function customerOf(bill: BillStatus | undefined): { name: string; phone: string } | undefined {
  return bill?.customer && bill.phone ? { name: bill.customer, phone: bill.phone } : undefined;
}
