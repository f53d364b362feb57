'use client';

import {
  type FormEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Field } from '#web/components/field/field.tsx';
import { useNotices } from '#web/components/toast/notices.tsx';
import type { Ending } from '#web/payments/browser/pay.ts';
import { takeReturned } from '#web/payments/browser/returned.ts';
import { findPaymentUnderWay } from '#web/payments/browser/under-way.ts';
import type { Returned } from '#web/payments/callback.ts';
import { formatRupees, paiseFromDecimal } from '#web/payments/money.ts';
import { type Outcome, OutcomePanel } from './outcome-panel.tsx';

/** Names of the form's fields, in the order in which they stand. */
const billFields = ['name', 'phone', 'billNumber', 'amount'] as const;
type BillField = (typeof billFields)[number];

type FieldTexts = { label: string; placeholder: string | null; help: string | null };

export type BillFormProps = {
  fields: Record<BillField, FieldTexts>;
  submitLabel: string;
  busyLabel: string;
  checkoutScript: string;
  merchant: string;
  colour: string;
  /** The note on terms, rendered by the server. */
  children: React.ReactNode;
};

/** The names of the API's fields, for errors that only the server can find. */
const apiFields: Record<string, BillField> = {
  customerName: 'name',
  customerPhone: 'phone',
  billNumber: 'billNumber',
  amount: 'amount',
};

const noSubscription = () => () => {};

/** The rules and the way through the checkout, fetched when somebody begins to fill in the form. */
async function loadPaying() {
  const [rules, paying] = await Promise.all([
    import('#web/payments/bill.ts'),
    import('#web/payments/browser/pay.ts'),
  ]);
  return { ...rules, ...paying };
}

/** Fetches ahead of the press of the button; what fails now is tried again then. */
function prepareToPay(): void {
  loadPaying().catch(() => undefined);
}

/** The form for paying a bill: checks it, opens the checkout, and says how it ended. */
export function BillForm({ fields, submitLabel, busyLabel, children, ...options }: BillFormProps) {
  const { notify: toast, notices } = useNotices();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const busyNow = useRef(false);
  const wasBusy = useRef(false);
  const request = useRef({ bill: '', key: '' });
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [amount, setAmount] = useState('');
  const amountHint = useId();
  // Before React is here, a press would send the form to the server as it is.
  const isReady = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );

  const comeBack = useEffectEvent(async (returned: Returned) => {
    const { endingOfReturn } = await loadPaying();
    finish(await endingOfReturn(returned));
  });

  useEffect(() => {
    prefill(form.current);
    setAmount(inputOf(form.current, 'amount')?.value ?? '');
    const returned = takeReturned();
    if (returned) {
      void comeBack(returned);
      return;
    }
    void findPaymentUnderWay().then((found) => {
      if (found && !busyNow.current)
        setOutcome({ kind: found.state === 'paid' ? 'found-paid' : 'found-pending', receipt: found.receipt });
    });
  }, []);

  useEffect(() => {
    // A disabled button loses the focus; whoever uses a keyboard gets it back where they were.
    if (!isBusy && wasBusy.current && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);

  function showErrors(found: Record<string, string>) {
    setErrors(found);
    const first = billFields.find((field) => found[field]);
    if (first) inputOf(form.current, first)?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busyNow.current) return;
    const entries = Object.fromEntries(new FormData(event.currentTarget));
    setProblem(undefined);
    busyNow.current = true;
    try {
      const { billFormSchema, fieldErrors, pay } = await loadPaying();
      const parsed = billFormSchema.safeParse(entries);
      if (!parsed.success) return showErrors(fieldErrors(parsed.error));
      setErrors({});
      setOutcome(undefined);
      const bill = JSON.stringify(parsed.data);
      if (request.current.bill !== bill) request.current = { bill, key: randomKey() };
      setBusy(true);
      finish(await pay(parsed.data, { ...options, requestKey: request.current.key }));
    } catch (error) {
      // `pay` never rejects: the code itself did not come.
      console.error(error);
      finish({ kind: 'no-gateway' });
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  function finish(ending: Ending) {
    switch (ending.kind) {
      case 'paid':
        request.current = { bill: '', key: '' };
        form.current?.reset();
        setAmount('');
        setOutcome({ kind: 'paid', receipt: ending.paid.receipt, paymentId: ending.paid.paymentId });
        return toast({
          title: 'Payment Successful!',
          description: `Payment ID: ${ending.paid.paymentId}`,
          tone: 'success',
        });
      case 'no-gateway':
        return toast({
          title: 'Error',
          description: 'Failed to load payment gateway. Please try again.',
          tone: 'error',
        });
      case 'failed': {
        const found = Object.entries(ending.fieldErrors).flatMap(([field, message]) => {
          const own = apiFields[field];
          return own ? [[own, message]] : [];
        });
        showErrors(Object.fromEntries(found));
        setProblem(ending.words);
        return toast({
          title: 'Payment Failed',
          description: 'Unable to process payment. Please try again.',
          tone: 'error',
        });
      }
      case 'cancelled':
        return toast({
          title: 'Payment Cancelled',
          description: 'You cancelled the payment process.',
          tone: 'neutral',
        });
      case 'unverified':
        if (ending.receipt) setOutcome({ kind: 'unverified', receipt: ending.receipt });
        return toast({
          title: 'Payment Verification Failed',
          description: 'Please contact support with your payment details.',
          tone: 'error',
        });
    }
  }

  const paise = paiseFromDecimal(amount.trim());
  const field = (name: BillField) => ({
    label: fields[name].label,
    help: fields[name].help,
    error: errors[name],
  });
  const input = (name: BillField) => ({
    name,
    placeholder: fields[name].placeholder ?? undefined,
    'aria-required': true,
    onInput: () => setErrors(({ [name]: _gone, ...others }) => others),
  });

  return (
    <>
      <OutcomePanel outcome={outcome} />
      <form
        ref={form}
        method="post"
        onFocus={prepareToPay}
        onSubmit={submit}
        noValidate
        aria-busy={isBusy}
        className="grid gap-5"
      >
        <Field {...field('name')}>
          {(control) => (
            <input {...control} {...input('name')} autoComplete="name" maxLength={120} dir="auto" />
          )}
        </Field>
        <Field {...field('phone')}>
          {(control) => (
            <input
              {...control}
              {...input('phone')}
              inputMode="numeric"
              autoComplete="tel-national"
              maxLength={20}
            />
          )}
        </Field>
        <Field {...field('billNumber')}>
          {(control) => <input {...control} {...input('billNumber')} autoComplete="off" maxLength={60} />}
        </Field>
        <div className="grid gap-1">
          <Field {...field('amount')} describedBy={amountHint}>
            {(control) => (
              <input
                {...control}
                {...input('amount')}
                type="number"
                step="0.01"
                min="1"
                max="1000000"
                inputMode="decimal"
                autoComplete="off"
                onChange={(event) => setAmount(event.currentTarget.value)}
                // Scrolling on with the pointer over it would count the amount up or down, unnoticed.
                onWheel={(event) => event.currentTarget.blur()}
              />
            )}
          </Field>
          <output id={amountHint} className="text-muted tabular">
            {paise === undefined ? '' : `You pay ${formatRupees(paise)}`}
          </output>
        </div>
        <div role="alert">{problem ? <p className="text-error">{problem}</p> : null}</div>
        <button
          ref={button}
          type="submit"
          disabled={isBusy || !isReady}
          className={`action action-primary ${isBusy ? 'opacity-60' : ''}`}
        >
          {isBusy ? busyLabel : submitLabel}
        </button>
        {children}
        <noscript>
          <p className="text-error">
            Paying online needs JavaScript. Please switch it on, or contact us to pay another way.
          </p>
        </noscript>
      </form>
      {notices}
    </>
  );
}

function inputOf(form: HTMLFormElement | null, field: BillField): HTMLInputElement | undefined {
  const element = form?.elements.namedItem(field);
  return element instanceof HTMLInputElement ? element : undefined;
}

/** A pay link carries the bill and the amount (`/pay-online?bill=…&amount=…`) and never personal data. */
function prefill(form: HTMLFormElement | null): void {
  const link = new URLSearchParams(window.location.search);
  const given = [
    ['billNumber', firstOf(50, link.get('bill') ?? '')],
    ['amount', ungrouped(link.get('amount') ?? '').slice(0, 12)],
  ] as const;
  for (const [field, value] of given) {
    const element = inputOf(form, field);
    if (value && element && element.value === '') element.value = value;
  }
}

/** An amount without the commas that group its digits; nothing when a comma stands elsewhere, as one for a point does. */
function ungrouped(amount: string): string {
  const isGrouped = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(amount);
  return isGrouped || !amount.includes(',') ? amount.replaceAll(',', '') : '';
}

/** So many characters from the beginning of a text; a character outside Unicode's first plane is not cut in two. */
function firstOf(count: number, text: string): string {
  return Array.from(text).slice(0, count).join('');
}

/** `crypto.randomUUID` exists on secure addresses only; a preview on a local network has none. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
