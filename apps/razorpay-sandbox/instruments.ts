import type { Failure } from './entities.ts';

/** Failures of a payment attempt, with Razorpay's reasons. */
export const failures = {
  declined: {
    error_reason: 'payment_declined',
    error_description:
      'Your payment was declined by the bank. Try another payment method, or contact your bank.',
  },
  authentication: {
    error_reason: 'authentication_failed',
    error_description: 'Your payment failed because the one-time password or PIN was wrong.',
  },
} satisfies Record<string, Failure>;

/** Razorpay's test cards for failed payments. All other numbers succeed. */
export const failingCards: Record<string, Failure> = {
  '4100280000080001': {
    error_reason: 'insufficient_funds',
    error_description: 'Your payment failed due to insufficient account balance. Try another method.',
  },
  '4100280000060003': failures.declined,
  '4100280000090000': {
    error_reason: 'payment_timed_out',
    error_description: 'Your payment could not be completed on time. Try again later.',
  },
  '4100280000070002': {
    error_reason: 'payment_cancelled',
    error_description: 'Your payment was cancelled. Try again, or use another method.',
  },
  '4100280000020007': {
    error_code: 'GATEWAY_ERROR',
    error_source: 'gateway',
    error_reason: 'gateway_technical_error',
    error_description: 'Your payment failed due to a temporary issue. Any debited amount will be refunded.',
  },
  '4100280000000009': failures.authentication,
};

/** Card networks by the first digit of Razorpay's test cards. */
export const networks: Record<string, string> = { 4: 'Visa', 5: 'MasterCard', 6: 'RuPay' };

/** UPI apps by the suffix of their customers' UPI ids. */
export const upiApps = { okaxis: 'Google Pay', ybl: 'PhonePe', ptsbi: 'Paytm' };

/** Methods with a list of banks or wallets to choose from. */
export const choiceMethods = {
  netbanking: {
    heading: 'Netbanking',
    field: 'bank',
    choices: {
      SBIN: 'State Bank of India',
      HDFC: 'HDFC Bank',
      ICIC: 'ICICI Bank',
      UTIB: 'Axis Bank',
      KKBK: 'Kotak Mahindra Bank',
      PUNB_R: 'Punjab National Bank',
    },
  },
  wallet: {
    heading: 'Wallet',
    field: 'wallet',
    choices: {
      phonepe: 'PhonePe',
      mobikwik: 'MobiKwik',
      airtelmoney: 'Airtel Payments Bank',
      olamoney: 'Ola Money',
    },
  },
};
