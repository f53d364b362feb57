import { useEffect, useRef } from 'react';
import { clearLastReceipt } from '#web/browser/pending-payment.ts';
import { TextWithFigures } from '#web/components/figures/figures.tsx';
import type { Notice } from '#web/components/toast/notices.tsx';
import { formatRupees } from '#web/contracts/money.ts';
import { pendingConfirmation } from '#web/contracts/outcomes.ts';
import type { PaymentResult } from '#web/payments/browser/pay.ts';

export type Outcome =
  /** `arrived`: paid through the payment link of a known bill. The page also shows the bill's state. */
  | { kind: 'paid' | 'arrived'; receipt: string; paymentId: string }
  | { kind: 'found-paid'; receipt: string }
  /** `pending`: not known to be paid yet, so the bill's form is hidden. */
  | { kind: 'unverified' | 'pending'; receipt: string | undefined }
  | { kind: 'found-pending'; receipt: string; link: string }
  /** Paid earlier in this browser. `amount` is in paise. */
  | { kind: 'earlier'; receipt: string; billNumber: string; amount: number };

const pending = {
  title: pendingConfirmation.title,
  text: pendingConfirmation.customer,
  link: 'Check the status of this payment',
};
const done = { text: 'Keep the receipt for your records.', link: 'Open the receipt' };

const labels: Record<Exclude<Outcome['kind'], 'earlier'>, { title: string; text: string; link: string }> = {
  paid: { title: 'Your bill is paid', ...done },
  arrived: { title: 'Your payment arrived', ...done },
  unverified: {
    title: 'We could not confirm your payment yet',
    text: 'If money has left your account, it is not lost. We keep checking with Razorpay. Please do not pay again.',
    link: 'Check the status of this payment',
  },
  'found-paid': {
    title: 'Your last payment arrived',
    text: 'The page was closed before it could show this.',
    link: 'Open the receipt',
  },
  pending,
  'found-pending': pending,
};

function findLabels(outcome: Outcome) {
  if (outcome.kind !== 'earlier') return labels[outcome.kind];
  return {
    title: `You have paid ${formatRupees(outcome.amount)} for bill ${outcome.billNumber}`,
    text: 'That was your last payment in this browser.',
    link: 'Open the receipt',
  };
}

/** Returns the outcome to show on the page, or undefined if there is none. */
export function toOutcome(result: PaymentResult, isByLink: boolean): Outcome | undefined {
  if (result.kind === 'paid') return { kind: isByLink ? 'arrived' : 'paid', ...result.paid };
  if (result.kind === 'unverified' && (result.mayBePaid || result.receipt))
    return { kind: result.mayBePaid ? 'pending' : 'unverified', receipt: result.receipt };
  return undefined;
}

const resultNotices: Record<Exclude<PaymentResult['kind'], 'paid' | 'not-payable'>, Notice> = {
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

/** Returns the notice of a result. */
export function toNotice(ending: PaymentResult): Notice {
  if (ending.kind === 'not-payable')
    return { title: 'Nothing was charged', description: ending.message, tone: 'neutral' };
  if (ending.kind !== 'paid') return resultNotices[ending.kind];
  const { paymentId } = ending.paid;
  return { title: 'Payment Successful!', description: `Payment ID: ${paymentId}`, tone: 'success' };
}

type Props = { outcome: Outcome | undefined; onRemove(): void };

/** Shows a payment's outcome and receipt. Takes the focus when it appears after paying. */
export function OutcomePanel({ outcome, onRemove }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus =
    outcome !== undefined && !['found-paid', 'found-pending', 'earlier'].includes(outcome.kind);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  if (!outcome) return null;
  const { title, text, link } = findLabels(outcome);
  const isGood = outcome.kind !== 'unverified';
  return (
    <section aria-live="polite" className={`notice mb-6 p-5 ${isGood ? 'notice-success' : 'notice-error'}`}>
      <h2 ref={heading} tabIndex={-1} className="title">
        <TextWithFigures text={title} />
      </h2>
      <p className="mt-1">{text}</p>
      {'paymentId' in outcome ? (
        <p className="mt-1 tabular">
          <TextWithFigures text={`Payment ID: ${outcome.paymentId}`} />
        </p>
      ) : null}
      {outcome.receipt ? (
        <p className="mt-3">
          <a href={`/pay-online/receipt/${outcome.receipt}`} className="font-semibold text-teal underline">
            {link}
          </a>
        </p>
      ) : null}
      {outcome.kind === 'earlier' ? (
        <button
          type="button"
          className="row-link text-muted text-sm underline"
          onClick={() => {
            clearLastReceipt();
            onRemove();
          }}
        >
          Remove it from this browser
        </button>
      ) : null}
    </section>
  );
}
