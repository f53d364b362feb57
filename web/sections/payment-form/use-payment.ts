import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPendingPayment } from '#web/browser/pending-payment.ts';
import { second } from '#web/contracts/durations.ts';
import type { FormBill } from '#web/payments/bill.ts';
import { amountProblem } from '#web/payments/bills/bill-texts.ts';
import type { PaymentResult, PaymentWarning, PayOptions } from '#web/payments/browser/pay.ts';
import { lastPayment, loadPaying } from './last-payment.ts';
import type { LinkedBill, Payer } from './linked-bill.ts';
import type { Outcome } from './outcome-panel.tsx';
import { RequestKey } from './request-key.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useLinkedBill } from './use-linked-bill.ts';
import { useResults } from './use-results.ts';

/** Milliseconds until the page checks again whether a payment has arrived. */
const pollInterval = 10 * second;

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
  const [requestKey] = useState(() => new RequestKey());
  const [isBusy, setBusy] = useState(false);
  const [amount, setAmount] = useState('');
  const { errors, showErrors, clearError } = useFieldErrors(form);
  const { confirmation, confirm } = useConfirmation();
  const linked = useLinkedBill(form, setAmount);
  const results = useResults({ linked, showErrors, resetForm });
  usePolling(refresh, isWaiting(results.outcome, linked.bill));

  async function refresh() {
    // Wait for a pending payment first. Otherwise, its bill could be read too early and offered for payment again.
    const isPending = readPendingPayment() !== undefined;
    const shown = showLastPayment().catch(console.error);
    if (isPending) await shown;
    await linked.readBill();
  }

  async function showLastPayment() {
    const last = await lastPayment();
    if (last.result) results.showResult(last.result);
    else if (!isPaying.current) results.setOutcome(last.outcome);
  }

  function resetForm() {
    requestKey.reset();
    form.current?.reset();
    setAmount('');
  }

  function confirmWarning(warning: PaymentWarning): Promise<boolean> {
    const isIgnored = warning.kind === 'in-progress' && warning.at === linked.allowed;
    return isIgnored ? Promise.resolve(true) : confirm(warning);
  }

  /** Returns undefined if an entry is invalid. */
  async function validateAndPay(entries: object): Promise<PaymentResult | undefined> {
    const checked = await validate(entries, linked);
    showErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) return undefined;
    results.setOutcome(undefined);
    setBusy(true);
    const order = { requestKey: requestKey.for(checked.bill), link: linked.link || undefined };
    const { pay } = await loadPaying();
    return pay(checked.bill, { ...options, ...order, confirm: confirmWarning });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPaying.current) return;
    results.clearMessages();
    isPaying.current = true;
    try {
      const result = await validateAndPay(Object.fromEntries(new FormData(event.currentTarget)));
      if (result) results.showResult(result);
    } catch (error) {
      // `pay` never rejects, so loading its code must have failed.
      console.error(error);
      results.showResult({ kind: 'no-gateway' });
    } finally {
      isPaying.current = false;
      setBusy(false);
    }
  }
  const { upiLimit } = options;
  return { upiLimit, linked, amount, setAmount, errors, clearError, confirmation, isBusy, results, submit };
}
