import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readLastReceipt, readPendingPayment } from '#web/browser/pending-payment.ts';
import { controlIn } from '#web/components/field/field.tsx';
import { useNotices } from '#web/components/toast/notices.tsx';
import { second } from '#web/contracts/durations.ts';
import { amountProblem } from '#web/payments/bills/bill-texts.ts';
import type { PaymentResult, PaymentWarning, PayOptions } from '#web/payments/browser/pay.ts';
import { takeReturnOutcome } from '#web/payments/browser/return-outcome.ts';
import type { Outcome } from './outcome-panel.tsx';
import { resultNotice } from './result-notice.ts';
import { useLinkedBill } from './use-linked-bill.ts';

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

/** Milliseconds until the page checks again whether a payment has arrived. */
const lookAgainAfter = 10 * second;

/** Loads validation and checkout code when the form is first used. */
const loadPaying = () => import('#web/payments/browser/pay.ts');

/** Preloads the code; a failure is retried on submit. */
export function prepareToPay(): void {
  loadPaying().catch(() => undefined);
}

export function usePayment(
  form: RefObject<HTMLFormElement | null>,
  options: Pick<PayOptions, 'checkoutScript' | 'merchant' | 'colour'>,
) {
  const { notify, clearNotices, notices } = useNotices();
  const busyNow = useRef(false);
  const request = useRef({ bill: '', key: '' });
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [amount, setAmount] = useState('');
  const linked = useLinkedBill(form, setAmount);
  const { link, open, found } = linked;
  const [asked, setAsked] = useState<{ question: PaymentWarning; answer(isYes: boolean): void }>();

  const tellOfLastPayment = useEffectEvent(async () => {
    const last = await lastPayment();
    if (last.ending) finish(last.ending);
    else if (!busyNow.current) setOutcome(last.outcome);
  });
  const begin = useEffectEvent(async () => {
    // A bill read before a payment has arrived would still be offered for payment.
    const isUnderWay = readPendingPayment() !== undefined;
    const told = tellOfLastPayment().catch(console.error);
    if (isUnderWay) await told;
    await linked.readBill();
  });
  const isWaiting =
    outcome?.kind === 'found-confirming' ||
    found.kind === 'awaited' ||
    (found.kind === 'closed' && found.bill.state === 'confirming');
  useEffect(() => {
    void begin();
    if (!isWaiting) return;
    const timer = setInterval(() => void begin(), lookAgainAfter);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function confirm(question: PaymentWarning): Promise<boolean> {
    if (question.kind === 'under-way' && question.at === linked.allowed) return true;
    const isYes = await new Promise<boolean>((answer) => setAsked({ question, answer }));
    setAsked(undefined);
    return isYes;
  }

  function showErrors(found: Record<string, string>) {
    setErrors(found);
    const first = billFields.find((field) => found[field]);
    if (first) controlIn(form.current, first)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busyNow.current) return;
    clearNotices();
    const entries = Object.fromEntries(new FormData(event.currentTarget));
    setProblem(undefined);
    busyNow.current = true;
    try {
      const { billFormSchema, linkedFormSchema, fieldErrors, pay } = await loadPaying();
      const parsed = (linked.payer === 'stated' ? linkedFormSchema : billFormSchema).safeParse(entries);
      if (!parsed.success) return showErrors(fieldErrors(parsed.error));
      const tooMuch = open === undefined ? undefined : amountProblem(parsed.data.amountPaise, open);
      if (tooMuch) return showErrors({ amount: tooMuch });
      setErrors({});
      setOutcome(undefined);
      const details = JSON.stringify(parsed.data);
      if (request.current.bill !== details) request.current = { bill: details, key: randomKey() };
      setBusy(true);
      const { key: requestKey } = request.current;
      finish(await pay(parsed.data, { ...options, requestKey, link: link || undefined, confirm }));
    } catch (error) {
      // `pay` never rejects: its code failed to load.
      console.error(error);
      finish({ kind: 'no-gateway' });
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  function finish(ending: PaymentResult) {
    notify(resultNotice(ending));
    const left = outcomeOf(ending, link !== '');
    if (left) setOutcome(left);
    // A bill that may be paid is not offered again when the form is back.
    if (ending.kind === 'paid' || (left?.kind === 'confirming' && !link)) {
      request.current = { bill: '', key: '' };
      form.current?.reset();
      setAmount('');
    }
    if (['paid', 'failed', 'not-payable', 'unverified'].includes(ending.kind))
      linked.readAgain(ending.kind === 'paid');
    if (ending.kind === 'not-payable') setProblem(ending.message);
    if (ending.kind === 'failed') {
      showErrors(ownErrors(ending.fieldErrors));
      setProblem(ending.message);
    }
  }

  const forgetOutcome = () => setOutcome(undefined);
  const forgetError = (field: BillField) => setErrors(({ [field]: _gone, ...others }) => others);
  return {
    linked,
    amount,
    setAmount,
    errors,
    forgetError,
    problem,
    outcome,
    forgetOutcome,
    isBusy,
    asked,
    notices,
    submit,
  };
}

/** Returns this browser's last payment: returned from the gateway's page, pending, or paid earlier. */
async function lastPayment(): Promise<{ ending?: PaymentResult; outcome?: Outcome }> {
  const returned = takeReturnOutcome();
  if (returned) return { ending: await (await loadPaying()).resultAfterReturn(returned) };
  // Most visitors have none and need not load the code.
  const kept = readLastReceipt();
  if (!readPendingPayment() && !kept) return {};
  const { findLastPayment, findPendingPayment } = await loadPaying();
  const found = readPendingPayment() && (await findPendingPayment());
  if (found) {
    const { receipt, link, isPending } = found;
    return {
      outcome: isPending ? { kind: 'found-confirming', receipt, link } : { kind: 'found-paid', receipt },
    };
  }
  const earlier = kept ? await findLastPayment(kept) : undefined;
  return earlier ? { outcome: { kind: 'kept', ...earlier } } : {};
}

/** Returns the outcome to show on the page; undefined if only the form stays. */
function outcomeOf(ending: PaymentResult, isByLink: boolean): Outcome | undefined {
  if (ending.kind === 'paid') return { kind: isByLink ? 'arrived' : 'paid', ...ending.paid };
  if (ending.kind === 'unverified' && (ending.mayBePaid || ending.receipt))
    return { kind: ending.mayBePaid ? 'confirming' : 'unverified', receipt: ending.receipt };
  return undefined;
}

function ownErrors(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const own = apiFields[field];
      return own ? [[own, message]] : [];
    }),
  );
}

/** `crypto.randomUUID` needs a secure context, which previews on a local network lack. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
