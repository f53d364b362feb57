const key = 'payment-under-way';

/** Keeps the receipt's token of a payment that has begun, so that it is found again after a crash. No personal data. */
export function rememberPayment(receipt: string): void {
  try {
    localStorage.setItem(key, `${receipt}.${Date.now()}`);
  } catch {
    // Storage can be switched off; the payment works without.
  }
}

/** The payment that was begun here last, unless it is over: its receipt's token, and its age in milliseconds. */
export function rememberedPayment(): { receipt: string; age: number } | undefined {
  try {
    const [receipt, begun] = localStorage.getItem(key)?.split('.') ?? [];
    return receipt ? { receipt, age: Date.now() - Number(begun) } : undefined;
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
