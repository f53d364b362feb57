import type { ReturnOutcome } from '#web/payments/checkout/callback.ts';

const key = 'payment-under-way';
const lastReceiptKey = 'last-receipt';

/** Storage can be disabled; a payment works without it. */
function withStorage<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Remembers a payment under way, to find it after a crash. No personal data. */
export function storePendingPayment(receipt: string, orderId: string, link = ''): void {
  withStorage(() => localStorage.setItem(key, `${receipt}.${Date.now()}.${orderId}.${link}`));
}

/** The payment begun here last, unless it is over; `age` in milliseconds. */
export function readPendingPayment() {
  const [receipt, begun, orderId = '', link = ''] =
    withStorage(() => localStorage.getItem(key))?.split('.') ?? [];
  return receipt ? { receipt, age: Date.now() - Number(begun), orderId, link } : undefined;
}

/** Forgets the payment under way; a paid one leaves its receipt, to be offered again. */
export function clearPendingPayment(paidReceipt?: string): void {
  withStorage(() => localStorage.removeItem(key));
  if (paidReceipt) withStorage(() => localStorage.setItem(lastReceiptKey, paidReceipt));
}

/** Token of this browser's last receipt. */
export const readLastReceipt = () => withStorage(() => localStorage.getItem(lastReceiptKey)) ?? undefined;

export const clearLastReceipt = () => withStorage(() => localStorage.removeItem(lastReceiptKey));

/** The outcome in this page's address, taken out of it so that a reload does not repeat it. */
export function takeReturnOutcome(): ReturnOutcome | undefined {
  const address = new URL(window.location.href);
  const given = address.searchParams.get('payment');
  const returned = (['cancelled', 'failed', 'unverified'] as const).find((one) => one === given);
  if (!returned) return undefined;
  address.searchParams.delete('payment');
  window.history.replaceState(window.history.state, '', address);
  return returned;
}
