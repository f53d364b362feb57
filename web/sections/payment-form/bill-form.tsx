'use client';

import { useEffect, useRef } from 'react';
import { useHydrated } from '#web/islands/use-hydrated.ts';
import { BillFields, type BillFieldsProps } from './bill-fields.tsx';
import { BillPanel } from './bill-panel.tsx';
import { QuestionDialog } from './confirm-dialog.tsx';
import { OutcomePanel } from './outcome-panel.tsx';
import { prepareToPay, usePayment } from './use-payment.ts';

type BillFormProps = BillFieldsProps & {
  submitLabel: string;
  busyLabel: string;
  checkoutScript: string;
  merchant: string;
  colour: string;
};

/** Validates a bill, opens the checkout and shows the outcome. */
export function BillForm({ id, fields, submitLabel, busyLabel, ...options }: BillFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  const payment = usePayment(form, options);
  const { linked, isBusy, problem, outcome, asked } = payment;
  const { link, found } = linked;
  const isReading = found.kind === 'reading';
  const isHydrated = useHydrated(form);

  useEffect(() => {
    // A disabled button loses the focus, which keyboard users need back.
    if (!isBusy && wasBusy.current && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);

  const panel = <OutcomePanel outcome={outcome} onForget={payment.forgetOutcome} />;
  // The bill's own state comes first.
  const isEarlier = outcome?.kind === 'kept';
  // The linked bill's state decides, unless the outcome belongs to this browser's payment for it.
  const isPendingConfirmation =
    (!link && outcome?.kind === 'confirming') ||
    (outcome?.kind === 'found-confirming' && outcome.link === link);
  const isHidden = isPendingConfirmation || !['none', 'reading', 'payable'].includes(found.kind);
  return (
    <>
      {isEarlier ? null : panel}
      <BillPanel found={found} onAllow={linked.allow} />
      {isEarlier ? panel : null}
      {/* Stays mounted while hidden, to keep what is filled in. */}
      <form
        ref={form}
        method="post"
        onFocus={prepareToPay}
        onSubmit={payment.submit}
        noValidate
        aria-busy={isBusy || isReading}
        hidden={isHidden}
        // A class would make it visible.
        className={isHidden ? undefined : 'grid gap-5'}
      >
        <BillFields id={id} fields={fields} payment={payment} isHydrated={isHydrated} />
        <div role="alert">{problem ? <p className="text-error">{problem}</p> : null}</div>
        <button
          ref={button}
          type="submit"
          // Before hydration, a press would post the raw form.
          disabled={isBusy || isReading || !isHydrated}
          className={`action action-primary ${isBusy ? 'opacity-60' : ''}`}
        >
          {isBusy ? busyLabel : submitLabel}
        </button>
        <noscript>
          <p className="text-error">
            Paying online needs JavaScript. Turn it on or use a newer browser, then reload the page. Or
            contact us to pay another way.
          </p>
        </noscript>
      </form>
      {asked ? <QuestionDialog id={id} {...asked} /> : null}
      {payment.notices}
    </>
  );
}
