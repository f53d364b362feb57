import type { Returned } from '#web/payments/callback.ts';

const key = 'payment-under-way';
const keptKey = 'last-receipt';

/** Storage can be switched off; a payment works without. */
function ifStored<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Keeps the receipt's token of a payment that has begun, so that it is found again after a crash. No personal data. */
export function rememberPayment(receipt: string, orderId: string, link = ''): void {
  ifStored(() => localStorage.setItem(key, `${receipt}.${Date.now()}.${orderId}.${link}`));
}

type Remembered = {
  /** The receipt's token. */
  receipt: string;
  /** Milliseconds since it began. */
  age: number;
  orderId: string;
  /** Token of the pay link that it was begun by, or nothing. */
  link: string;
};

/** The payment that was begun here last, unless it is over. */
export function rememberedPayment(): Remembered | undefined {
  const [receipt, begun, orderId = '', link = ''] =
    ifStored(() => localStorage.getItem(key))?.split('.') ?? [];
  return receipt ? { receipt, age: Date.now() - Number(begun), orderId, link } : undefined;
}

/** Forgets the payment that was begun; one that was paid leaves its receipt, which this browser offers again. */
export function forgetPayment(paidReceipt?: string): void {
  ifStored(() => localStorage.removeItem(key));
  if (paidReceipt) ifStored(() => localStorage.setItem(keptKey, paidReceipt));
}

/** The token of the last receipt of this browser. */
export const keptReceipt = () => ifStored(() => localStorage.getItem(keptKey)) ?? undefined;

export const dropReceipt = () => ifStored(() => localStorage.removeItem(keptKey));

/** What Razorpay's own page ended with, from this page's address, once: a reload must not say it again. */
export function takeReturned(): Returned | undefined {
  const address = new URL(window.location.href);
  const given = address.searchParams.get('payment');
  const returned = (['cancelled', 'failed', 'unverified'] as const).find((one) => one === given);
  if (!returned) return undefined;
  address.searchParams.delete('payment');
  window.history.replaceState(window.history.state, '', address);
  return returned;
}
