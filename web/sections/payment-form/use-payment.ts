import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPendingPayment } from '#web/browser/pending-payment.ts';
import { useNotices } from '#web/components/toast/notices.tsx';
import { second } from '#web/contracts/durations.ts';
import type { FormBill } from '#web/payments/bill.ts';
import { amountProblem } from '#web/payments/bills/bill-texts.ts';
import type { PaymentResult, PaymentWarning, PayOptions } from '#web/payments/browser/pay.ts';
import { lastPayment, loadPaying, outcomeOf } from './last-payment.ts';
import type { LinkedBill, Payer } from './linked-bill.ts';
import type { Outcome } from './outcome-panel.tsx';
import { forgetRequestKey, requestKeyFor } from './request-key.ts';
import { resultNotice } from './result-notice.ts';
import { formErrors, useFieldErrors } from './use-field-errors.ts';
import { useLinkedBill } from './use-linked-bill.ts';

/** Results after which the open amount may have changed. */
const changesBill: PaymentResult['kind'][] = ['paid', 'failed', 'not-payable', 'unverified'];

/** Milliseconds until the page checks again whether a payment has arrived. */
const pollInterval = 10 * second;

type Confirmation = { warning: PaymentWarning; onAnswer(isYes: boolean): void };

/** Preloads the payment code. If that fails, submitting tries again. */
export function prepareToPay(): void {
  loadPaying().catch(() => undefined);
}

/** Runs `refresh` at the start, and repeatedly while `isPolling`. */
function usePolling(refresh: () => Promise<void>, isPolling: boolean): void {
  const run = useEffectEvent(() => void refresh());
  useEffect(() => {
    run();
    if (!isPolling) return;
    const timer = setInterval(() => run(), pollInterval);
    return () => clearInterval(timer);
  }, [isPolling]);
}

/** Whether a payment is pending, so that the page has to check again. */
const isWaiting = (outcome: Outcome | undefined, bill: LinkedBill): boolean =>
  outcome?.kind === 'found-pending' ||
  bill.kind === 'in-progress' ||
  (bill.kind === 'closed' && bill.bill.state === 'confirming');

/** Validates the form's entries. `open` is the open amount of a linked bill in paise. */
async function validate(
  entries: object,
  { payer, open }: { payer: Payer; open: number | undefined },
): Promise<{ bill: FormBill } | { errors: Record<string, string> }> {
  const { billFormSchema, linkedFormSchema, fieldErrors } = await loadPaying();
  const schema = payer === 'customer' ? linkedFormSchema : billFormSchema;
  const { data: bill, error } = schema.safeParse(entries);
  if (error) return { errors: fieldErrors(error) };
  const tooMuch = open === undefined ? undefined : amountProblem(bill.amountPaise, open);
  return tooMuch ? { errors: { amount: tooMuch } } : { bill };
}

export function usePayment(
  form: RefObject<HTMLFormElement | null>,
  options: Pick<PayOptions, 'checkoutScript' | 'merchant' | 'colour' | 'upiLimit'>,
) {
  const isPaying = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [amount, setAmount] = useState('');
  const { errors, showErrors, clearError } = useFieldErrors(form);
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const linked = useLinkedBill(form, setAmount);
  const { notify, clearNotices, notices } = useNotices();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  usePolling(refresh, isWaiting(outcome, linked.bill));

  async function refresh() {
    // Wait for a pending payment first. Otherwise, its bill could be read too early and offered for payment again.
    const isPending = readPendingPayment() !== undefined;
    const shown = showLastPayment().catch(console.error);
    if (isPending) await shown;
    await linked.readBill();
  }

  async function showLastPayment() {
    const last = await lastPayment();
    if (last.result) showResult(last.result);
    else if (!isPaying.current) setOutcome(last.outcome);
  }

  function resetForm() {
    forgetRequestKey();
    form.current?.reset();
    setAmount('');
  }

  /** Shows a notice, the outcome and errors, and an empty form after a payment. */
  function showResult(result: PaymentResult) {
    notify(resultNotice(result));
    const shown = outcomeOf(result, linked.link !== '');
    if (shown) setOutcome(shown);
    // Clear the form, so that a bill that may already be paid is not offered again.
    if (result.kind === 'paid' || (shown?.kind === 'pending' && !linked.link)) resetForm();
    if (changesBill.includes(result.kind)) linked.reload(result.kind === 'paid');
    if (result.kind === 'failed') showErrors(formErrors(result.fieldErrors));
    if (!navigator.onLine) setProblem('You are offline. Please connect to the internet and try again.');
    else if ('message' in result) setProblem(result.message);
  }

  /** Asks the customer to confirm a warning. Resolves to whether they want to pay anyway. */
  async function confirm(warning: PaymentWarning): Promise<boolean> {
    if (warning.kind === 'in-progress' && warning.at === linked.allowed) return true;
    const isYes = await new Promise<boolean>((onAnswer) => setConfirmation({ warning, onAnswer }));
    setConfirmation(undefined);
    return isYes;
  }

  /** Returns undefined if an entry is invalid. */
  async function validateAndPay(entries: object): Promise<PaymentResult | undefined> {
    const checked = await validate(entries, linked);
    showErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) return undefined;
    setOutcome(undefined);
    setBusy(true);
    const order = { requestKey: requestKeyFor(checked.bill), link: linked.link || undefined };
    const { pay } = await loadPaying();
    return pay(checked.bill, { ...options, ...order, say: setProblem, confirm });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPaying.current) return;
    clearNotices();
    setProblem(undefined);
    isPaying.current = true;
    try {
      const result = await validateAndPay(Object.fromEntries(new FormData(event.currentTarget)));
      if (result) showResult(result);
    } catch (error) {
      // `pay` never rejects, so loading its code must have failed.
      console.error(error);
      showResult({ kind: 'no-gateway' });
    } finally {
      isPaying.current = false;
      setBusy(false);
    }
  }
  const { upiLimit } = options;
  const shown = { problem, outcome, setOutcome, notices, errors, clearError, confirmation, isBusy };
  return { upiLimit, linked, amount, setAmount, submit, ...shown };
}
