import { plainAmount } from '#web/contracts/money.ts';

/** Reads `/pay-online?bill=…&amount=…`, or `?link=…` with a known bill's token. A link never contains personal data. */
export function readPaymentLink(query: string) {
  const link = new URLSearchParams(query);
  const amount = plainAmount(link.get('amount') ?? '');
  return {
    // Counts code points, so that no surrogate pair is cut.
    billNumber: Array.from(link.get('bill') ?? '')
      .slice(0, 50)
      .join(''),
    amount: /[^\d.-]/.test(amount) ? '' : amount.slice(0, 12),
    link: (link.get('link') ?? '').slice(0, 100),
    isReturn: link.has('payment'),
  };
}
