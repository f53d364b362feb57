import { useEffect, useRef } from 'react';
import { TextWithFigures } from '#web/components/figures/figures.tsx';
import { dateInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import type { PaymentWarning } from '#web/payments/browser/pay.ts';

const labels: Record<
  PaymentWarning['kind'],
  { title: string; text(amount: string, at: string): string; yes: string }
> = {
  'paid-before': {
    title: 'You have already paid this bill',
    text: (amount, at) => `You paid ${amount} for this bill on ${at}. Pay again?`,
    yes: 'Pay again',
  },
  'in-progress': {
    title: 'Someone is paying this bill',
    text: (amount, at) =>
      `A payment of ${amount} for this bill was started on ${at} and is not finished yet. Pay anyway?`,
    yes: 'Pay anyway',
  },
};

/** Asks for confirmation before the checkout opens. Escape means no. The "no" button comes first to get the focus. */
export function ConfirmDialog({
  id,
  warning: { kind, amount, at },
  onAnswer,
}: {
  id: string;
  warning: PaymentWarning;
  onAnswer(isYes: boolean): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { title, text, yes } = labels[kind];
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-question-text`}
      onClose={(event) => onAnswer(event.currentTarget.returnValue === 'yes')}
      className="panel m-auto p-6 text-ink backdrop:bg-band backdrop:opacity-70"
      style={{ width: 'min(30rem, calc(100% - 2rem))' }}
    >
      <form method="dialog">
        <h2 id={`${id}-question`} className="title">
          {title}
        </h2>
        <p id={`${id}-question-text`} className="mt-2 tabular">
          <TextWithFigures
            text={text(formatRupees(amount), `${dateInIndia(at, { timeStyle: 'short' })} IST`)}
          />
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <button type="submit" value="no" className="action action-primary">
            Cancel
          </button>
          <button type="submit" value="yes" className="action">
            {yes}
          </button>
        </p>
      </form>
    </dialog>
  );
}
