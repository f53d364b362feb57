import type { PaymentStatus } from './requests.ts';

const key = 'payment-under-way';
/** UPI and bank pages can finish this long after the page was left, in milliseconds. */
const worthAsking = 3_600_000;

/** Keeps the receipt's token of a payment that has begun, so that it is found again after a crash. No personal data. */
export function rememberPayment(receipt: string): void {
  try {
    localStorage.setItem(key, `${receipt}.${Date.now()}`);
  } catch {
    // Storage can be switched off; the payment works without.
  }
}

/** The receipt's token of the payment that was begun here last, unless it is over. */
export function rememberedPayment(): string | undefined {
  try {
    return localStorage.getItem(key)?.split('.')[0];
  } catch {
    return undefined;
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
    const [receipt, begun] = localStorage.getItem(key)?.split('.') ?? [];
    if (!receipt) return undefined;
    // Most visitors have nothing under way, and do not need the code that asks.
    const { askStatus } = await import('./requests.ts');
    const { state } = await askStatus(receipt);
    const mayStillArrive =
      state === 'pending' || (state === 'open' && Date.now() - Number(begun) < worthAsking);
    if (!mayStillArrive) forgetPayment();
    return state === 'paid' || state === 'pending' ? { receipt, state } : undefined;
  } catch {
    return undefined;
  }
}
