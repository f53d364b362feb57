'use client';

import { useEffect, useRef } from 'react';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { TextWithFigures } from '#web/components/figures/figures.tsx';
import { useHydrated } from '#web/islands/use-hydrated.ts';
import { BillFields, type BillFieldsProps } from './bill-fields.tsx';
import { BillPanel } from './bill-panel.tsx';
import { type CompanyDetails, CompanyPayment } from './company-payment.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type Outcome, OutcomePanel } from './outcome-panel.tsx';
import type { LinkedBill } from './use-linked-bill.ts';
import { prepareToPay, usePayment } from './use-payment.ts';

type BillFormProps = BillFieldsProps & {
  submitLabel: string;
  busyLabel: string;
  checkoutScript: string;
  merchant: string;
  colour: string;
  /** The largest payment by UPI, in paise. */
  upiLimit: number;
  company: CompanyDetails;
};

/** Returns true if the linked bill is not payable, or while this browser's own payment for it is pending. */
function isFormHidden(outcome: Outcome | undefined, link: string, bill: LinkedBill): boolean {
  const isPending =
    (!link && outcome?.kind === 'pending') || (outcome?.kind === 'found-pending' && outcome.link === link);
  return isPending || !['none', 'loading', 'payable'].includes(bill.kind);
}

/** Validates a bill, opens the checkout and shows the outcome. */
export function BillForm({ id, fields, submitLabel, busyLabel, company, ...options }: BillFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const payment = usePayment(form, options);
  const { linked, isBusy, confirmation, outcome, problem, notices, setOutcome } = payment;
  const { link, bill } = linked;
  const isLoading = bill.kind === 'loading';
  const isHydrated = useHydrated(form);
  const wasBusy = useRef(false);
  useEffect(() => {
    // The button is enabled again: return the focus to it, for keyboard users.
    if (!isBusy && wasBusy.current && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  const panel = <OutcomePanel outcome={outcome} onRemove={() => setOutcome(undefined)} />;
  // An earlier payment's outcome goes below the linked bill's state.
  const isEarlier = outcome?.kind === 'earlier';
  const isHidden = isFormHidden(outcome, link, bill);
  return (
    <>
      {isEarlier ? null : panel}
      <BillPanel linked={bill} company={company} onIgnore={linked.ignoreOtherPayment} />
      {isEarlier ? panel : null}
      {/* Stays mounted while hidden, to keep what is filled in. */}
      <form
        ref={form}
        {...agentTool('prepare_payment', 'Fills in the details of a bill. A person checks them and pays.')}
        method="post"
        onFocus={prepareToPay}
        onSubmit={payment.submit}
        noValidate
        aria-busy={isBusy || isLoading}
        hidden={isHidden}
        // A class that sets `display` would override `hidden`.
        className={isHidden ? undefined : 'grid gap-5'}
      >
        <BillFields id={id} fields={fields} payment={payment} isHydrated={isHydrated} />
        <div role="alert">
          {problem ? (
            <p className="text-error">
              <TextWithFigures text={problem} />
            </p>
          ) : null}
        </div>
        <button
          ref={button}
          type="submit"
          // Before hydration, a press would post the raw form.
          disabled={isBusy || isLoading || !isHydrated}
          className={`action action-primary justify-self-start ${isBusy ? 'opacity-60' : ''}`}
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
      {'bill' in bill ? (
        <CompanyPayment
          {...{ id, link, company, bill: bill.bill }}
          onAmount={(paise) => linked.chooseAmount('part', paise)}
        />
      ) : null}
      {confirmation ? <ConfirmDialog id={id} {...confirmation} /> : null}
      {notices}
    </>
  );
}
