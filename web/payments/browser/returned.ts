import type { Returned } from '#web/payments/callback.ts';

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
