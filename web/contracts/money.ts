import { latinDigits, reference } from './text.ts';

/** The only currency of the site's bills. */
export const currency = 'INR';

/** Razorpay's minimum for an order: ₹1.00, in paise. */
export const smallestAmount = 100;
/** The largest bill: ₹10,00,000.00, in paise. */
export const largestAmount = 100_000_000;

/**
 * Converts rupees written as a plain decimal such as `1499.5` to paise; undefined for other strings. Moves the
 * point by `places` digits, since rupees × 100 in floating point is wrong for one amount in twenty.
 * @example paiseFromDecimal('1499.5') // 149_950
 */
export function paiseFromDecimal(text: string, places = 2): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || decimals.length > places) return undefined;
  const paise = Number.parseInt(whole + decimals.padEnd(places, '0'), 10);
  return Number.isSafeInteger(paise) ? paise : undefined;
}

/**
 * Converts a JSON number of rupees to paise through its shortest decimal text: `0.29` is exactly 29.
 * @example paiseFromNumber(0.29) // 29
 */
export function paiseFromNumber(rupees: number): number | undefined {
  return paiseFromDecimal(String(rupees));
}

/**
 * Converts an amount as printed on bills, `₹1,499.50` or `Rs. 1,00,000/-`, to a plain decimal in ASCII digits. Returns
 * an empty string if a comma or space does not group digits, for example a decimal comma.
 * @example plainAmount('Rs. 1,00,000/-') // '100000'
 */
export function plainAmount(typed: string): string {
  const amount = latinDigits(reference(typed))
    .replace(/^(?:₹|Rs\.?|INR)\s*|\s*(?:\/-|INR)$/gi, '')
    .replace(/\s/g, ',');
  const isGrouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(amount);
  return isGrouped || !amount.includes(',') ? amount.replaceAll(',', '') : '';
}

const before = /^(?:rupees|रुपये|रुपए|रु\.?)\s*/iu;
const after = /(?:[\s₹=.,]|\/-|\b(?:rs|inr|rupees|only)\b|रुपये|रुपए|मात्र|\(\D*\))+$/iu;
// In NFC, the nukta (`\u093c`) is a separate character.
const hindiUnits = 'करोड\u093c?|लाख|हज\u093c?ार';
const unit = new RegExp(
  `\\s*(crores?|crs?|lakhs?|lacs?|l|thousands?|k|${hindiUnits})(?![a-z\\p{M}])\\.?(?:\\s*(?:,|and|और)\\s)?\\s*`,
  'iu',
);

/** Powers of ten from each unit to paise (a crore is 10⁹ paise), by the first letter of the unit's name. */
const unitPlaces = [
  [/^(?:c|क)/i, 9],
  [/^(?:l|ल)/i, 7],
  [/^(?:t|k|ह)/i, 5],
] as const;

/** Powers of ten to paise of the next smaller unit: after crores come lakhs, then thousands. */
const nextPlaces = new Map([
  [10 ** 9, 7],
  [10 ** 7, 5],
]);
const endsWithRupees = /(?:₹|\/-|\b(?:rs|inr|rupees)|रुपये|रुपए)[\s.]*$/iu;

/**
 * Converts a value as written in tender notices, `₹25,00,000/-`, `Rs. 25 lakhs only`, `1.255 crore`, `1 crore 25 lakh`
 * or `२५ लाख`, to paise. As people in India mean it, `1 crore 50` is 1 crore 50 lakh, not ₹1,00,00,050. Returns undefined for other texts, for fractions of a paisa, and if a part is not smaller than
 * the unit before it. Bills use no units; `plainAmount` reads their amounts.
 * @example paiseOfValue('1 crore 25 lakh') // 1_250_000_000
 */
export function paiseOfValue(typed: string): number | undefined {
  const text = latinDigits(typed).normalize('NFC').trim();
  const parts = text.replace(after, '').replace(before, '').split(unit);
  let sum = 0;
  let smallestUnit = Number.POSITIVE_INFINITY;
  for (let index = 0; index < parts.length; index += 2) {
    const [amount = '', name] = parts.slice(index, index + 2);
    // A text that ends with a unit has an empty last part.
    if (index > 0 && amount === '' && name === undefined) break;
    const isCut = name === undefined && /^\d{1,2}$/.test(amount) && !endsWithRupees.test(text);
    const implied = (isCut && nextPlaces.get(smallestUnit)) || 2;
    const places = unitPlaces.find(([begins]) => name && begins.test(name))?.[1] ?? implied;
    const paise = paiseFromDecimal(plainAmount(amount), places);
    if (paise === undefined || paise >= smallestUnit) return undefined;
    sum += paise;
    smallestUnit = 10 ** places;
  }
  return sum;
}

/**
 * Returns a share of an amount in paise, rounded half up to a paisa. `perCent` has at most two decimals.
 * @example computeShare(149_950, 10) // 14_995
 */
export function computeShare(paise: number, perCent: number): number {
  const hundredths = BigInt(paiseFromNumber(perCent) ?? 0);
  return Number((BigInt(paise) * hundredths + 5_000n) / 10_000n);
}

/**
 * Formats paise as rupees with two decimals and without grouping: `149950` is `1499.50`.
 * @example decimalFromPaise(149_950) // '1499.50'
 */
export function decimalFromPaise(paise: number): string {
  const sign = paise < 0 ? '-' : '';
  const whole = Math.abs(paise);
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency });

/**
 * Formats `149950` paise as `₹1,499.50`, a million rupees as `₹10,00,000.00`. Exact up to 10,000 million rupees.
 * @example formatRupees(10_000_000) // '₹1,00,000.00'
 */
export function formatRupees(paise: number): string {
  return rupees.format(paise / 100);
}

export type Currency = 'INR' | 'AED';

/** Rupees are grouped by lakh and crore, dirhams by thousands. */
const makeFormat = (code: Currency, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(code === 'INR' ? 'en-IN' : 'en-AE', {
    style: 'currency',
    currency: code,
    ...options,
  });

const shortest = {
  INR: makeFormat('INR', { trailingZeroDisplay: 'stripIfInteger' }),
  AED: makeFormat('AED', { trailingZeroDisplay: 'stripIfInteger' }),
};

/**
 * Like `formatRupees`, but without paise if they are zero: `₹90,000`, `₹90,000.50`.
 * @example shortRupees(9_000_000) // '₹90,000'
 */
export const shortRupees = (paise: number): string => shortAmount(paise, 'INR');

/**
 * Formats paise or fils, without decimals if they are zero: `₹2,50,000`, `AED 250,000.50`.
 * @example shortAmount(25_000_000, 'INR') // '₹2,50,000'
 */
export function shortAmount(hundredths: number, code: Currency): string {
  return shortest[code].format(hundredths / 100);
}

/**
 * Formats whole rupees or dirhams: `₹25,000`.
 * @example wholeFormat('INR').format(25_000) // '₹25,000'
 */
export const wholeFormat = (code: Currency) => makeFormat(code, { maximumFractionDigits: 0 });

type Salary = { from?: number | null; to?: number | null; currency?: Currency | null; per?: string | null };

/**
 * Formats a salary in whole rupees or dirhams: `₹40,000 – ₹60,000 a month`. Empty without a first amount.
 * @example salaryText({ from: 40_000, to: 60_000, per: 'a month' }) // '₹40,000 – ₹60,000 a month'
 */
export function salaryText({ from, to, currency: code, per }: Salary): string {
  if (!from) return '';
  const format = wholeFormat(code ?? currency);
  return `${to && to > from ? format.formatRange(from, to) : format.format(from)} ${per ?? ''}`;
}

/**
 * Formats paise as `₹1,499.50`. Bills have no other currency, so an amount in another currency is not shown.
 * @example formatMoney(100, 'USD') // 'An amount in USD'
 */
export const formatMoney = (amount: number, code: string): string =>
  code === currency ? formatRupees(amount) : `An amount in ${code}`;

const units = [
  ...['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

function belowHundred(value: number): string {
  if (value < 20) return units[value] ?? '';
  const unit = units[value % 10];
  return `${tens[Math.floor(value / 10)]}${unit ? `-${unit}` : ''}`;
}

const scales = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const;

function inWords(value: number): string {
  const scale = scales.find(([size]) => value >= size);
  if (!scale) return belowHundred(value);
  const [size, name] = scale;
  return `${inWords(Math.floor(value / size))} ${name} ${inWords(value % size)}`.trimEnd();
}

/**
 * Writes the amount in words as on Indian receipts: `149950` is "Rupees one thousand … and fifty paise only".
 * @example rupeesInWords(12_550) // 'Rupees one hundred twenty-five and fifty paise only'
 */
export function rupeesInWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const words = `Rupees ${rupees === 0 ? 'zero' : inWords(rupees)}`;
  return `${words}${rest > 0 ? ` and ${belowHundred(rest)} paise` : ''} only`;
}
