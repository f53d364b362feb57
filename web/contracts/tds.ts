import { formatRupees, paiseFromDecimal, plainAmount, shareOf } from './money.ts';

// TDS is tax that customers deduct and pay to the government for the agency. Checked on 26 November 2026: the
// Income-tax Act 2025 applies to deductions from 1 April 2026, and its section 393 replaces sections 194A to 194T.

const newActFrom = '2026-04-01';

/** Returns the Act that applies to a deduction on a day in India, with an example of a section. */
export const taxActOn = (day: string) =>
  day < newActFrom
    ? { act: 'Income-tax Act 1961', example: '194J' }
    : { act: 'Income-tax Act 2025', example: '393(1) Table 6(iii)D(b)' };

/** In characters. */
export const longestSection = 60;

/** In per cent. */
const usualRates = [1, 2, 5, 10];

/** The agency's services carry 18% GST. If the bill shows the GST, customers deduct TDS from the amount without GST. */
const withGst = 1.18;

/** In paise. Customers round deductions to a rupee. */
const rounding = 100;

const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 2 });

/**
 * Returns a question to ask before a deduction is recorded, if its rate is unusual or its amount does not fit the rate.
 * `bill` is in paise. Undefined if nothing is unusual, or if validation refuses the deduction.
 */
export function tdsWarning(typed: Record<string, unknown>, bill: number): string | undefined {
  const amount = paiseFromDecimal(plainAmount(String(typed.amount)));
  const rate = Number(typed.rate);
  if (!amount || !(rate > 0 && rate < 100) || amount > bill) return undefined;
  const base = Math.round(bill / withGst);
  const isGiven = [base, bill].some((whole) => Math.abs(amount - shareOf(whole, rate)) <= rounding);
  if (isGiven && usualRates.includes(rate)) return undefined;
  const ofBill = `${percent.format(amount / bill)} of the bill, and ${percent.format(amount / base)} of it without GST`;
  return `${formatRupees(amount)} is ${ofBill}. You entered ${rate}%. Is that right?`;
}
