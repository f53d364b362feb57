'use client';

import { useEffect } from 'react';
import { forgetPayment, rememberedPayment } from '#web/payments/browser/under-way.ts';

/** The customer has seen how the payment ended, so the payment page need not tell of it again. */
export function ReceiptSeen({ token }: { token: string }) {
  useEffect(() => {
    if (rememberedPayment() === token) forgetPayment();
  }, [token]);
  return null;
}
