import { readLastReceipt, readPendingPayment } from '#web/browser/pending-payment.ts';
import type { PaymentResult } from '#web/payments/browser/pay.ts';
import { takeReturnOutcome } from '#web/payments/browser/return-outcome.ts';
import type { Outcome } from './outcome-panel.tsx';

/** Loads validation and checkout code when the form is first used. */
export const loadPaying = () => import('#web/payments/browser/pay.ts');

/** Returns the last payment in this browser: just back from the gateway's page, still pending, or paid earlier. */
export async function lastPayment(): Promise<{ result?: PaymentResult; outcome?: Outcome }> {
  const returned = takeReturnOutcome();
  if (returned) return { result: await (await loadPaying()).resultAfterReturn(returned) };
  // Most visitors have no earlier payment and need not load the code.
  const lastReceipt = readLastReceipt();
  if (!readPendingPayment() && !lastReceipt) return {};
  const { findLastPayment, findPendingPayment } = await loadPaying();
  const found = readPendingPayment() && (await findPendingPayment());
  if (found) {
    const { receipt, link, isPending } = found;
    return {
      outcome: isPending ? { kind: 'found-pending', receipt, link } : { kind: 'found-paid', receipt },
    };
  }
  const earlier = lastReceipt ? await findLastPayment(lastReceipt) : undefined;
  return earlier ? { outcome: { kind: 'earlier', ...earlier } } : {};
}

/** Returns the outcome to show on the page, or undefined if there is none. */
export function outcomeOf(result: PaymentResult, isByLink: boolean): Outcome | undefined {
  if (result.kind === 'paid') return { kind: isByLink ? 'arrived' : 'paid', ...result.paid };
  if (result.kind === 'unverified' && (result.mayBePaid || result.receipt))
    return { kind: result.mayBePaid ? 'pending' : 'unverified', receipt: result.receipt };
  return undefined;
}
