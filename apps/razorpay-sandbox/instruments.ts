import type { Failure } from './operations.ts';

/** The ways in which an attempt fails, with Razorpay's own reasons and descriptions. */
export const outcomes = {
  declined: {
    reason: 'payment_declined',
    description: 'Your payment was declined by the bank. Try another payment method, or contact your bank.',
    step: 'payment_authorization',
  },
  insufficient: {
    reason: 'insufficient_funds',
    description: "Your payment didn't go through due to insufficient account balance. Try another method.",
    step: 'payment_authorization',
  },
  timedOut: {
    reason: 'payment_timed_out',
    description: 'Your payment could not be completed on time. Try again later.',
  },
  cancelled: {
    reason: 'payment_cancelled',
    description: 'Your payment was cancelled. Try again, or use another method.',
  },
  gateway: {
    reason: 'gateway_technical_error',
    description:
      "Your payment didn't go through due to a temporary issue. Any debited amount will be refunded.",
    step: 'payment_authorization',
    code: 'GATEWAY_ERROR',
  },
  authentication: {
    reason: 'authentication_failed',
    description: 'Your payment failed as the one-time password or PIN was not right.',
  },
} satisfies Record<string, Failure>;

/** Cards of Razorpay's test mode that fail; all others succeed. */
export const failingCards: Record<string, Failure> = {
  '4100280000080001': outcomes.insufficient,
  '4100280000060003': outcomes.declined,
  '4100280000090000': outcomes.timedOut,
  '4100280000070002': outcomes.cancelled,
  '4100280000020007': outcomes.gateway,
  '4100280000000009': outcomes.authentication,
};

/** The card's network by its first digits, as the test cards have them. */
export function networkOf(number: string): string {
  if (number.startsWith('4')) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MasterCard';
  if (/^(60|65|81|82|508)/.test(number)) return 'RuPay';
  return 'Unknown';
}

/** Luhn's check digit, which catches a mistyped card number. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

export const banks: Record<string, string> = {
  SBIN: 'State Bank of India',
  HDFC: 'HDFC Bank',
  ICIC: 'ICICI Bank',
  UTIB: 'Axis Bank',
  KKBK: 'Kotak Mahindra Bank',
  PUNB_R: 'Punjab National Bank',
};

export const wallets: Record<string, string> = {
  phonepe: 'PhonePe',
  mobikwik: 'MobiKwik',
  airtelmoney: 'Airtel Payments Bank',
  olamoney: 'Ola Money',
};
