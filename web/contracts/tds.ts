import { computeShare, formatRupees, paiseFromDecimal, plainAmount } from './money.ts';

// TDS is tax that customers deduct and pay to the government for the agency. Checked on 27 November 2026 against
// published copies of the notes to Form 140: the Income-tax Act 2025 applies to deductions from 1 April 2026, and its
// section 393 with a payment code replaces sections 194A to 194T.

const newActFrom = '2026-04-01';

/** Payments for the agency's services, with the rate in per cent and the section of each Act. */
const payments = [
  { title: 'Professional fees', rate: 10, of2025: '393(1) Table 6(iii)D(b), code 1027', of1961: '194J' },
  { title: 'Technical services', rate: 2, of2025: '393(1) Table 6(iii)D(a), code 1026', of1961: '194J' },
  { title: 'Contract of a company', rate: 2, of2025: '393(1) Table 6(i)D(b), code 1024', of1961: '194C' },
  { title: 'Contract of an individual', rate: 1, of2025: '393(1) Table 6(i)D(a), code 1023', of1961: '194C' },
  { title: 'Commission', rate: 2, of2025: '393(1) Table 1(ii), code 1006', of1961: '194H' },
];

const acts = {
  of1961: { act: 'Income-tax Act 1961', sections: /^19\d/, certificate: 'Form 16A' },
  of2025: { act: 'Income-tax Act 2025', sections: /^39\d/, certificate: 'Form 131' },
};

/**
 * Returns the Act that applies to a deduction on a day in India, with the usual deductions.
 * @example taxActOn('2026-03-31').act // 'Income-tax Act 1961'
 */
export function taxActOn(day: string) {
  const name = day < newActFrom ? 'of1961' : 'of2025';
  return { ...acts[name], choices: payments.map((payment) => ({ ...payment, section: payment[name] })) };
}

/** In characters. */
export const longestSection = 60;

/** In per cent. 5% applied to commission until September 2024. */
const usualRates = [1, 2, 5, 10];

/** The agency's services carry 18% GST. If the bill shows the GST, customers deduct TDS from the amount without GST. */
const withGst = 1.18;

/** In paise. Customers round deductions to a rupee. */
const rounding = 100;

const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 2 });

/**
 * Returns the deductions that customers usually make from a bill of `bill` paise, by rate, highest first.
 * @example usualDeductions(118_000, true)[0] // { rate: 10, tds: 10_000 }
 */
export function usualDeductions(bill: number, hasGst: boolean) {
  const rates = [...new Set(payments.map(({ rate }) => rate))].toSorted((a, b) => b - a);
  const base = hasGst ? Math.round(bill / withGst) : bill;
  return rates.map((rate) => ({ rate, tds: Math.round(computeShare(base, rate) / rounding) * rounding }));
}

/**
 * Returns the deduction from professional fees, the usual payment, in paise. The bill includes GST.
 * @example proposeTds(118_000) // 10_000
 */
export const proposeTds = (bill: number): number => usualDeductions(bill, true)[0]?.tds ?? 0;

/**
 * Returns a question to ask before a deduction is recorded, if its rate is unusual or its amount does not fit the rate.
 * `bill` is in paise. Undefined if nothing is unusual, or if validation refuses the deduction.
 * @example tdsWarning({ amount: '100', rate: '10' }, 118_000) // undefined
 */
export function tdsWarning(typed: Record<string, unknown>, bill: number): string | undefined {
  const amount = paiseFromDecimal(plainAmount(String(typed.amount)));
  const rate = Number(typed.rate);
  if (!amount || !(rate > 0 && rate < 100) || amount > bill) return undefined;
  const base = Math.round(bill / withGst);
  const isGiven = [base, bill].some((whole) => Math.abs(amount - computeShare(whole, rate)) <= rounding);
  if (isGiven && usualRates.includes(rate)) return undefined;
  const ofBill = `${percent.format(amount / bill)} of the bill, and ${percent.format(amount / base)} of it without GST`;
  return `${formatRupees(amount)} is ${ofBill}. You entered ${rate}%. Is that right?`;
}
