import type { Notice } from '#web/components/toast/notices.tsx';
import type { PaymentResult } from '#web/payments/browser/pay.ts';

const notices: Record<Exclude<PaymentResult['kind'], 'paid' | 'not-payable'>, Notice> = {
  'no-gateway': {
    title: 'Error',
    description: 'Failed to load payment gateway. Please try again.',
    tone: 'error',
  },
  failed: {
    title: 'Payment Failed',
    description: 'Unable to process payment. Please try again.',
    tone: 'error',
  },
  cancelled: {
    title: 'Payment Cancelled',
    description: 'You cancelled the payment process.',
    tone: 'neutral',
  },
  unverified: {
    title: 'Payment Verification Failed',
    description: 'Please contact support with your payment details.',
    tone: 'error',
  },
};

export function resultNotice(ending: PaymentResult): Notice {
  if (ending.kind === 'not-payable')
    return { title: 'Nothing was charged', description: ending.message, tone: 'neutral' };
  if (ending.kind !== 'paid') return notices[ending.kind];
  const { paymentId } = ending.paid;
  return { title: 'Payment Successful!', description: `Payment ID: ${paymentId}`, tone: 'success' };
}
