const oneDay = 24 * 3_600_000;

/** Steps of the refund policy; `lastDay` (inclusive) counts from the project's start. */
const steps = [
  {
    lastDay: -1,
    percent: 95,
    rule: 'Before the project starts, the policy returns everything less a processing fee of 5%.',
  },
  { lastDay: 7, percent: 70, rule: 'Within 7 days of the start, the policy returns 70% of the advance.' },
  {
    lastDay: 29,
    percent: 40,
    rule: 'After 7 and before 30 days from the start, the policy returns 40% of the advance.',
  },
];
const tooLate = { percent: 0, rule: '30 days after the start, the policy returns nothing.' };

/**
 * The policy's refund of `amount` paise, rounded down, and its rule in words. Days are `2026-03-31`, in India; without
 * `start` the project has not begun.
 */
export function suggestedRefund(amount: number, start: string | undefined, today: string) {
  const days = start ? (Date.parse(today) - Date.parse(start)) / oneDay : -1;
  const { percent, rule } = steps.find(({ lastDay }) => days <= lastDay) ?? tooLate;
  return { amount: Math.floor((amount * percent) / 100), rule };
}
