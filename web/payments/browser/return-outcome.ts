import type { ReturnOutcome } from '#web/payments/checkout/callback.ts';

/** Reads the outcome from this page's address and removes it, so that a reload does not repeat it. */
export function takeReturnOutcome(): ReturnOutcome | undefined {
  const address = new URL(window.location.href);
  const given = address.searchParams.get('payment');
  const outcome = (['cancelled', 'failed', 'unverified'] as const).find((one) => one === given);
  if (!outcome) return undefined;
  address.searchParams.delete('payment');
  window.history.replaceState(window.history.state, '', address);
  return outcome;
}
