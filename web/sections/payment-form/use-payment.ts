import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readLastReceipt, readPendingPayment } from '#web/browser/pending-payment.ts';
import { controlIn } from '#web/components/field/field.tsx';
import { useNotices } from '#web/components/toast/notices.tsx';
import { second } from '#web/contracts/durations.ts';
import type { PaymentResult, PaymentWarning, PayOptions } from '#web/payments/browser/pay.ts';
import type { ReturnOutcome } from '#web/payments/checkout/verify-payment.ts';
import { type Outcome, toNotice, toOutcome } from './outcome-panel.tsx';
import { type LinkedBill, loadPaying, useLinkedBill } from './use-linked-bill.ts';

/** Results after which the open amount may have changed. */
const changesBill: PaymentResult['kind'][] = ['paid', 'failed', 'not-payable', 'unverified'];

/** Milliseconds until the page checks again whether a payment has arrived. */
const pollInterval = 10 * second;

type Confirmation = { warning: PaymentWarning; onAnswer(isYes: boolean): void };

/** Preloads the payment code. If that fails, submitting tries again. */
export function prepareToPay(): void {
  loadPaying().catch(() => undefined);
}

/** Whether a payment is pending, so that the page has to check again. */
const isWaiting = (outcome: Outcome | undefined, bill: LinkedBill): boolean =>
  outcome?.kind === 'found-pending' ||
  bill.kind === 'in-progress' ||
  (bill.kind === 'closed' && bill.bill.state === 'confirming');

/** The state of the form, from its first use to the outcome of the payment. */
export function usePayment(
  form: RefObject<HTMLFormElement | null>,
  options: Pick<PayOptions, 'checkoutScript' | 'merchant' | 'colour' | 'upiLimit'>,
) {
  const isPaying = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [amount, setAmount] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const linked = useLinkedBill(form, setAmount);
  const { notify, clearNotices, notices } = useNotices();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const isPolling = isWaiting(outcome, linked.bill);
  const poll = useEffectEvent(() => void refresh());
  useEffect(() => {
    poll();
    if (!isPolling) return;
    const timer = setInterval(() => poll(), pollInterval);
    return () => clearInterval(timer);
  }, [isPolling]);

  async function refresh() {
    // Wait for a pending payment first. Otherwise, its bill could be read too early and offered for payment again.
    const isPending = readPendingPayment() !== undefined;
    const shown = showLastPayment().catch(console.error);
    if (isPending) await shown;
    await linked.readBill();
  }

  async function showLastPayment() {
    const last = await findLastPayment();
    if (last.result) showResult(last.result);
    else if (!isPaying.current) setOutcome(last.outcome);
  }

  /** Replaces all errors and moves the focus to the first field with an error. */
  function showErrors(found: Record<string, string>) {
    setErrors(found);
    const first = billFields.find((field) => found[field]);
    if (first) controlIn(form.current, first)?.focus();
  }

  const clearError = (field: BillField) => setErrors(({ [field]: _cleared, ...others }) => others);

  function resetForm() {
    forgetRequestKey();
    form.current?.reset();
    setAmount('');
  }

  /** Shows a notice, the outcome and errors, and an empty form after a payment. */
  function showResult(result: PaymentResult) {
    notify(toNotice(result));
    const shown = toOutcome(result, linked.link !== '');
    if (shown) setOutcome(shown);
    // Clear the form, so that a bill that may already be paid is not offered again.
    if (result.kind === 'paid' || (shown?.kind === 'pending' && !linked.link)) resetForm();
    if (changesBill.includes(result.kind)) linked.reload(result.kind === 'paid');
    if (result.kind === 'failed') showErrors(toFormErrors(result.fieldErrors));
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
    const { pay, validate } = await loadPaying();
    const checked = validate(entries, { isCustomer: linked.payer === 'customer', open: linked.open });
    showErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked) return undefined;
    setOutcome(undefined);
    setBusy(true);
    const order = { requestKey: requestKeyFor(checked.bill), link: linked.link || undefined };
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

/** Reads the outcome from this page's address and removes it, so that a reload does not repeat it. */
export function takeReturnOutcome(): ReturnOutcome | undefined {
  const address = new URL(window.location.href);
  const given = address.searchParams.get('payment');
  const outcome = (['cancelled', 'failed', 'unverified'] as const).find((one) => one === given);
  if (!outcome) return undefined;
  address.searchParams.delete('payment');
  window.history.replaceState(window.history.state, '', address);
  return outcome;
}

/** Returns the last payment in this browser: just back from the gateway's page, still pending, or paid earlier. */
async function findLastPayment(): Promise<{ result?: PaymentResult; outcome?: Outcome }> {
  const returned = takeReturnOutcome();
  if (returned) return { result: await (await loadPaying()).resultAfterReturn(returned) };
  // Most visitors have no earlier payment and need not load the code.
  const lastReceipt = readLastReceipt();
  if (!readPendingPayment() && !lastReceipt) return {};
  const paying = await loadPaying();
  const found = readPendingPayment() && (await paying.findPendingPayment());
  if (found) {
    const { receipt, link, isPending } = found;
    return {
      outcome: isPending ? { kind: 'found-pending', receipt, link } : { kind: 'found-paid', receipt },
    };
  }
  const earlier = lastReceipt ? await paying.findLastPayment(lastReceipt) : undefined;
  return earlier ? { outcome: { kind: 'earlier', ...earlier } } : {};
}

/** Outside the form, so that a failed island that starts anew makes no second order for the same bill. */
let last = { bill: '', key: '' };

/** Returns the idempotency key of order requests: the same for every attempt to pay one bill. */
export function requestKeyFor(bill: object): string {
  const details = JSON.stringify(bill);
  if (last.bill !== details) last = { bill: details, key: randomKey() };
  return last.key;
}

export const forgetRequestKey = () => {
  last.bill = '';
};

/** `crypto.randomUUID` needs a secure context, which previews on a local network lack. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** In display order. */
const billFields = ['name', 'phone', 'email', 'billNumber', 'amount'] as const;
export type BillField = (typeof billFields)[number];

/** Form fields by API field, for errors from the server. */
const apiFields: Record<string, BillField> = {
  customerName: 'name',
  customerPhone: 'phone',
  customerEmail: 'email',
  billNumber: 'billNumber',
  amount: 'amount',
};

/** Converts errors by API field to errors by form field. */
function toFormErrors(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([apiField, message]) => {
      const field = apiFields[apiField];
      return field ? [[field, message]] : [];
    }),
  );
}
