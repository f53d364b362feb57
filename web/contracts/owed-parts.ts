import { dayInIndia } from './india.ts';

/**
 * The parts of what customers owe, and their titles. Ages count days after the due date, or after the bill if it has none.
 * Disputed bills, and money in uncleared cheques, have no age.
 */
export const owedTitles = {
  'not-due': 'Not due',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
  disputed: 'Disputed',
  cheque: 'Cheque in hand',
  credit: 'Paid too much',
} as const;
export type OwedPart = keyof typeof owedTitles;

export const owedParts = Object.keys(owedTitles).filter((name): name is OwedPart => name in owedTitles);

/** Paise by part. */
export const noOwedParts: Readonly<Record<OwedPart, number>> = {
  ...{ 'not-due': 0, '1-30': 0, '31-60': 0, '61-90': 0, 'over-90': 0 },
  ...{ disputed: 0, cheque: 0, credit: 0 },
};

/**
 * Returns the ISO day from which the age of a bill counts.
 * @example findAgeStart({ due_on: null, created_at: '2026-03-31T20:00:00.000Z' }) // '2026-04-01'
 */
export const findAgeStart = ({ due_on, created_at }: { due_on: string | null; created_at: string }) =>
  due_on ?? dayInIndia(Date.parse(created_at));

/** @example ageAfter(31) // '31-60' */
export function ageAfter(daysLate: number): OwedPart {
  if (daysLate <= 0) return 'not-due';
  if (daysLate <= 30) return '1-30';
  if (daysLate <= 60) return '31-60';
  return daysLate <= 90 ? '61-90' : 'over-90';
}
