import { ungrouped } from '#web/payments/money.ts';

/** What a pay link fills in: `/pay-online?bill=…&amount=…`. It never carries personal data. */
export function readPayLink(query: string): { billNumber: string; amount: string } {
  const link = new URLSearchParams(query);
  return {
    // By characters: one outside Unicode's first plane is not cut in two.
    billNumber: Array.from(link.get('bill') ?? '')
      .slice(0, 50)
      .join(''),
    amount: ungrouped(link.get('amount') ?? '').slice(0, 12),
  };
}
