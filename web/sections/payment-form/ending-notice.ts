import type { Notice } from '#web/components/toast/notices.tsx';
import type { Ending } from '#web/payments/browser/pay.ts';

/** How each ending of a payment is told. */
export function endingNotice(ending: Ending): Notice {
  switch (ending.kind) {
    case 'paid':
      return {
        title: 'Payment Successful!',
        description: `Payment ID: ${ending.paid.paymentId}`,
        tone: 'success',
      };
    case 'no-gateway':
      return {
        title: 'Error',
        description: 'Failed to load payment gateway. Please try again.',
        tone: 'error',
      };
    case 'failed':
      return {
        title: 'Payment Failed',
        description: 'Unable to process payment. Please try again.',
        tone: 'error',
      };
    case 'cancelled':
      return {
        title: 'Payment Cancelled',
        description: 'You cancelled the payment process.',
        tone: 'neutral',
      };
    case 'unverified':
      return {
        title: 'Payment Verification Failed',
        description: 'Please contact support with your payment details.',
        tone: 'error',
      };
  }
}
