import { type Currency, computeShare, decimalFromPaise, paiseOfValue } from '#web/contracts/money.ts';

/** `value` and `spend` are in paise or fils, `share` in hundredths of a per cent. */
export type Figures = { currency: Currency; enquiries: number; share: number; value: number; spend: number };

const inputs = ['enquiries', 'share', 'value', 'spend'] as const;
export const inputNames = ['currency', ...inputs] as const;

/** Largest budget and value of a customer: ten crore rupees or dirhams, in paise or fils. */
const mostAmount = 10_000_000_000;

const messages: Record<Currency, Record<'value' | 'spend', string>> = {
  INR: {
    value: 'Enter the value of one customer in rupees, such as 25,000 or 2.5 lakh; at most 10 crore',
    spend: 'Enter the budget a month in rupees, such as 50,000 or 1 lakh; at most 10 crore',
  },
  AED: {
    value: 'Enter the value of one customer in dirhams, such as 2,500; at most 100,000,000',
    spend: 'Enter the budget a month in dirhams, such as 5,000; at most 100,000,000',
  },
};

const dirhams = /\b(?:aed|dhs?|dirhams?)\b\.?|درهم/giu;

/**
 * Reads a visitor's figures, in digits of any script of the region. Returns them, or an error message for each wrong
 * input, in the order of the form.
 */
export function readFigures(typed: Record<string, string>): Figures | { problems: Map<string, string> } {
  const currency: Currency = typed.currency === 'AED' ? 'AED' : 'INR';
  const read = (name: (typeof inputs)[number]) => paiseOfValue(bare(typed[name] ?? '', name, currency)) ?? 0;
  const [enquiries, share, value, spend] = [
    Number(decimalFromPaise(read('enquiries'))),
    read('share'),
    read('value'),
    read('spend'),
  ];
  const isAmount = (amount: number) => amount >= 100 && amount <= mostAmount;
  const checks = {
    enquiries:
      Number.isInteger(enquiries) && enquiries >= 1 && enquiries <= 100_000
        ? ''
        : 'Enter the enquiries a month as a whole number from 1 to 1,00,000',
    share: share >= 1 && share <= 10_000 ? '' : 'Enter how many of 100 become customers: 0.01 to 100',
    value: isAmount(value) ? '' : messages[currency].value,
    spend: isAmount(spend) ? '' : messages[currency].spend,
  };
  const problems = new Map(Object.entries(checks).filter(([, message]) => message !== ''));
  return problems.size > 0 ? { problems } : { currency, enquiries, share, value, spend };
}

/** Removes a per cent sign, and the name of the chosen currency if `paiseOfValue` does not know it. */
function bare(typed: string, name: string, currency: Currency): string {
  if (name === 'share') return typed.replace(/\s*[%٪]$/u, '');
  // Rupees in a form for dirhams are a mistake, not an amount.
  if (currency === 'AED') return /₹|\brs\b|inr|rupee/iu.test(typed) ? '' : typed.replace(dirhams, '');
  return typed;
}

/** Returns the value of a number of enquiries in paise or fils, rounded half up. */
export const computeWorth = ({ value, share }: Figures, enquiries: number): number =>
  computeShare(value * enquiries, Number(decimalFromPaise(share)));

/** Returns how many more enquiries are worth at least the budget. */
export function enquiriesToCover({ value, share, spend }: Figures): number {
  const worth = BigInt(value) * BigInt(share);
  return Number((BigInt(spend) * 10_000n + worth - 1n) / worth);
}
