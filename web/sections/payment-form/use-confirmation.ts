import { useState } from 'react';
import type { PaymentWarning } from '#web/payments/browser/pay.ts';

export type Confirmation = { warning: PaymentWarning; onAnswer(isYes: boolean): void };

/** Asks the customer to confirm a warning. Resolves to whether they want to pay anyway. */
export function useConfirmation() {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  async function confirm(warning: PaymentWarning): Promise<boolean> {
    const isYes = await new Promise<boolean>((onAnswer) => setConfirmation({ warning, onAnswer }));
    setConfirmation(undefined);
    return isYes;
  }
  return { confirmation, confirm };
}
