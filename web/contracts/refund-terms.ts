import * as z from 'zod/mini';
import { day as oneDay } from './durations.ts';
import { formatRupees, shareOf, smallestAmount } from './money.ts';

/** Selects the published refund tables: blocks of the type `refundTerms` in policies. */
export const refundTermsQuery =
  '*[_type == "policy"] | order(_id).sections[].body[_type == "refundTerms"]{deductsFees, rows[]{term, detail, lastDay, percent}}';

const termsSchema = z.object({
  deductsFees: z.nullish(z.boolean()),
  rows: z.array(
    z.object({
      term: z.string(),
      detail: z.string(),
      /** Days from the start of the project to the last day that this row covers. Null means no end. */
      lastDay: z.nullish(z.number()),
      percent: z.number(),
    }),
  ),
});
export type RefundTerms = z.output<typeof termsSchema>;

/** Reads the response of `/api/refund-terms`. Null if no policy has a refund table. */
export function readRefundTerms(response: unknown): RefundTerms | null {
  return z.safeParse(z.object({ result: z.array(termsSchema) }), response).data?.result[0] ?? null;
}

/** Amounts that limit a refund of a captured payment, in whole paise. */
export type Refundable = {
  /** Paid by the customer, less money that was moved to other bills or deducted for disputes. */
  paid: number;
  /** The gateway's fee with tax, less the part that the customer bore. */
  fee: number;
  /** The most that can still be refunded. */
  most: number;
};

/** A proposed refund in paise. For `other`, staff type the amount. */
export type RefundOffer = { name: string; title: string; amount?: number; why?: string };

/**
 * Returns the refund that the policy allows, less earlier refunds; nothing if no row of the table applies. Days are in
 * India (`2026-03-31`). Without `start` the project has not begun.
 */
function refundByPolicy({ rows, deductsFees }: RefundTerms, payment: Refundable, days: Days): RefundOffer[] {
  const { paid, fee, most } = payment;
  const day = days.start ? (Date.parse(days.today) - Date.parse(days.start)) / oneDay : -1;
  const row = rows.find(({ lastDay }) => day <= (lastDay ?? day));
  if (!row) return [];
  const share = shareOf(paid, row.percent);
  const deducted = deductsFees ? Math.min(share, fee) : 0;
  const less = (amount: number, what: string) => (amount > 0 ? `, less ${formatRupees(amount)} ${what}` : '');
  const why = `${row.term}: ${row.detail}${less(deducted, 'for gateway fees')}${less(paid - most, 'refunded before')}`;
  const amount = Math.max(0, Math.min(most, share - deducted - (paid - most)));
  return [{ name: 'policy', title: 'Refund under the policy', amount, why }];
}
type Days = { start: string | undefined; today: string };

/** Returns the options of a refund dialog, the recommended one first. `surplus` is the overpaid amount in paise. */
export function refundOffers(
  terms: RefundTerms | null,
  payment: Refundable,
  { surplus, ...days }: Days & { surplus: number },
): RefundOffer[] {
  const { most } = payment;
  return [
    ...(surplus >= smallestAmount
      ? [{ name: 'surplus', title: 'Overpaid amount', amount: Math.min(surplus, most) }]
      : []),
    ...(terms ? refundByPolicy(terms, payment, days) : []),
    { name: 'half', title: 'Half', amount: Math.floor(most / 2) },
    { name: 'whole', title: 'Everything', amount: most },
    { name: 'other', title: 'Another amount' },
  ];
}
