import type { PaymentStatus } from './requests.ts';

const key = 'payment-under-way';

/** Keeps the receipt's token of a payment that has begun, so that it is found again after a crash. No personal data. */
export function rememberPayment(receipt: string): void {
  try {
    localStorage.setItem(key, receipt);
  } catch {
    // Storage can be switched off; the payment works without.
  }
}

export function forgetPayment(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** A payment that was begun here, left, and is worth a word: paid meanwhile, or still on its way. */
export async function findPaymentUnderWay(): Promise<
  { receipt: string; state: PaymentStatus['state'] } | undefined
> {
  try {
    const receipt = localStorage.getItem(key);
    if (!receipt) return undefined;
    // Most visitors have nothing under way, and do not need the code that asks.
    const { askStatus } = await import('./requests.ts');
    const { state } = await askStatus(receipt);
    if (state !== 'pending') forgetPayment();
    return state === 'paid' || state === 'pending' ? { receipt, state } : undefined;
  } catch {
    return undefined;
  }
}
