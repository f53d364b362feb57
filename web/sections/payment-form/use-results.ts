import { useState } from 'react';
import { useNotices } from '#web/components/toast/notices.tsx';
import type { PaymentResult } from '#web/payments/browser/pay.ts';
import { outcomeOf } from './last-payment.ts';
import type { Outcome } from './outcome-panel.tsx';
import { resultNotice } from './result-notice.ts';
import { formErrors } from './use-field-errors.ts';
import type { useLinkedBill } from './use-linked-bill.ts';

/** Results after which the open amount may have changed. */
const changesBill: PaymentResult['kind'][] = ['paid', 'failed', 'not-payable', 'unverified'];

type Options = {
  linked: Pick<ReturnType<typeof useLinkedBill>, 'link' | 'reload'>;
  showErrors(errors: Record<string, string>): void;
  resetForm(): void;
};

/** Shows results of payments: a notice, the outcome, errors, and an empty form after a payment. */
export function useResults({ linked, showErrors, resetForm }: Options) {
  const { notify, clearNotices, notices } = useNotices();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    ...{ problem, outcome, setOutcome, notices },
    clearMessages() {
      clearNotices();
      setProblem(undefined);
    },
    showResult(result: PaymentResult) {
      notify(resultNotice(result));
      const shown = outcomeOf(result, linked.link !== '');
      if (shown) setOutcome(shown);
      // Clear the form, so that a bill that may already be paid is not offered again.
      if (result.kind === 'paid' || (shown?.kind === 'pending' && !linked.link)) resetForm();
      if (changesBill.includes(result.kind)) linked.reload(result.kind === 'paid');
      if (result.kind === 'failed') showErrors(formErrors(result.fieldErrors));
      if (result.kind === 'failed' || result.kind === 'not-payable') setProblem(result.message);
    },
  };
}
