import { plainAmount } from '#web/contracts/money.ts';

/**
 * What a pay link fills in: `/pay-online?bill=…&amount=…`, or with `?link=…` the token of a bill that the site knows. It
 * never carries personal data.
 */
export function readPayLink(query: string): {
  billNumber: string;
  amount: string;
  link: string;
  isReturn: boolean;
} {
  const link = new URLSearchParams(query);
  const amount = plainAmount(link.get('amount') ?? '');
  return {
    // By characters: one outside Unicode's first plane is not cut in two.
    billNumber: Array.from(link.get('bill') ?? '')
      .slice(0, 50)
      .join(''),
    amount: /[^\d.-]/.test(amount) ? '' : amount.slice(0, 12),
    link: (link.get('link') ?? '').slice(0, 100),
    isReturn: link.has('payment'),
  };
}
