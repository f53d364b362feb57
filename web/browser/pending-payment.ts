const key = 'payment-under-way';
const lastReceiptKey = 'last-receipt';

/** Runs an action on local storage. Storage may be disabled; payments work without it. */
function withStorage<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Stores a started payment, to find it after a crash. Stores no personal data. */
export function storePendingPayment(receipt: string, orderId: string, link = ''): void {
  withStorage(() => localStorage.setItem(key, `${receipt}.${Date.now()}.${orderId}.${link}`));
}

/** Returns the payment last started in this browser, unless its outcome is known. `age` is in milliseconds. */
export function readPendingPayment() {
  const [receipt, begun, orderId = '', link = ''] =
    withStorage(() => localStorage.getItem(key))?.split('.') ?? [];
  return receipt ? { receipt, age: Date.now() - Number(begun), orderId, link } : undefined;
}

/** Removes the pending payment. If it was paid, stores the receipt's token, to offer the receipt again. */
export function clearPendingPayment(paidReceipt?: string): void {
  withStorage(() => localStorage.removeItem(key));
  if (paidReceipt) withStorage(() => localStorage.setItem(lastReceiptKey, paidReceipt));
}

/** Returns the token of this browser's last receipt. */
export const readLastReceipt = () => withStorage(() => localStorage.getItem(lastReceiptKey)) ?? undefined;

export const clearLastReceipt = () => withStorage(() => localStorage.removeItem(lastReceiptKey));
