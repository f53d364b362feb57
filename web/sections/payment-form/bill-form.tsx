'use client';

import { type ComponentProps, type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { controlIn, TextField } from '#web/components/field/field.tsx';
import { useNotices } from '#web/components/toast/notices.tsx';
import { formatRupees, paiseFromDecimal, plainAmount, smallestAmount } from '#web/contracts/money.ts';
import { useHydrated } from '#web/islands/use-hydrated.ts';
import { amountProblem } from '#web/payments/bills/words.ts';
import type { Ending, Question } from '#web/payments/browser/pay.ts';
import { keptReceipt, rememberedPayment, takeReturned } from '#web/payments/browser/under-way.ts';
import { BillPanel } from './bill-panel.tsx';
import { endingNotice } from './ending-notice.ts';
import { type Outcome, OutcomePanel } from './outcome-panel.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { useLinkedBill } from './use-linked-bill.ts';

/** Names of the form's fields, in the order in which they stand. */
const billFields = ['name', 'phone', 'email', 'billNumber', 'amount'] as const;
type BillField = (typeof billFields)[number];

type FieldTexts = { label: string; placeholder: string | null; help: string | null };

export type BillFormProps = {
  /** Unique on the page; the ids of the fields begin with it. */
  id: string;
  fields: Record<Exclude<BillField, 'email'>, FieldTexts> & {
    /** Asked for where the section says so. */
    email?: FieldTexts | undefined;
  };
  submitLabel: string;
  busyLabel: string;
  checkoutScript: string;
  merchant: string;
  colour: string;
};

/** The names of the API's fields, for errors that only the server can find. */
const apiFields: Record<string, BillField> = {
  customerName: 'name',
  customerPhone: 'phone',
  customerEmail: 'email',
  billNumber: 'billNumber',
  amount: 'amount',
};

/** The rules and the way through the checkout, fetched when somebody begins to fill in the form. */
const loadPaying = () => import('#web/payments/browser/pay.ts');

/** Fetches ahead of the press of the button; what fails now is tried again then. */
function prepareToPay(): void {
  loadPaying().catch(() => undefined);
}

/** The form for paying a bill: checks it, opens the checkout, and says how it ended. */
export function BillForm({ id, fields, submitLabel, busyLabel, ...options }: BillFormProps) {
  const { notify, clearNotices, notices } = useNotices();
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
  const linked = useLinkedBill(form, setAmount);
  const { link, bill, open, isPart, isReading } = linked;
  const [asked, setAsked] = useState<{ question: Question; answer(isYes: boolean): void }>();
  const isHydrated = useHydrated(form);

  const tellOfLastPayment = useEffectEvent(async () => {
    const returned = takeReturned();
    if (returned) {
      const { endingOfReturn } = await loadPaying();
      return finish(await endingOfReturn(returned));
    }
    // Most visitors have nothing under way, and do not need the code that asks.
    const kept = keptReceipt();
    if (!rememberedPayment() && !kept) return;
    const { findKeptPayment, findPaymentUnderWay } = await loadPaying();
    const found = rememberedPayment() && (await findPaymentUnderWay());
    const earlier = found || !kept ? undefined : await findKeptPayment(kept);
    if (busyNow.current) return;
    if (found)
      setOutcome({ kind: found.isPending ? 'found-confirming' : 'found-paid', receipt: found.receipt });
    else if (earlier) setOutcome({ kind: 'kept', ...earlier });
  });

  useEffect(() => {
    tellOfLastPayment().catch(console.error);
  }, []);

  useEffect(() => {
    // A disabled button loses the focus; whoever uses a keyboard gets it back where they were.
    if (!isBusy && wasBusy.current && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);

  async function confirm(question: Question): Promise<boolean> {
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
      const { billFormSchema, fieldErrors, pay } = await loadPaying();
      const parsed = billFormSchema.safeParse(entries);
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
      // `pay` never rejects: the code itself did not come.
      console.error(error);
      finish({ kind: 'no-gateway' });
    } finally {
      busyNow.current = false;
      setBusy(false);
    }
  }

  function finish(ending: Ending) {
    notify(endingNotice(ending));
    if (ending.kind === 'paid') {
      request.current = { bill: '', key: '' };
      form.current?.reset();
      setAmount('');
      setOutcome({ kind: link ? 'arrived' : 'paid', ...ending.paid });
    }
    if (['paid', 'failed', 'unverified'].includes(ending.kind)) linked.readAgain(ending.kind === 'paid');
    if (ending.kind === 'failed') {
      const found = Object.entries(ending.fieldErrors).flatMap(([field, message]) => {
        const own = apiFields[field];
        return own ? [[own, message]] : [];
      });
      showErrors(Object.fromEntries(found));
      setProblem(ending.message);
    }
    if (ending.kind === 'unverified' && (ending.mayBePaid || ending.receipt))
      setOutcome({ kind: ending.mayBePaid ? 'confirming' : 'unverified', receipt: ending.receipt });
  }

  const paise = paiseFromDecimal(plainAmount(amount));
  const amountHint = `${id}-amount-hint`;
  const field = (name: BillField, input: ComponentProps<'input'>) => ({
    id: `${id}-${name}`,
    label: fields[name]?.label ?? '',
    help: input.readOnly ? null : fields[name]?.help,
    error: errors[name],
    input: {
      name,
      placeholder: fields[name]?.placeholder ?? undefined,
      'aria-required': true,
      onInput: () => setErrors(({ [name]: _gone, ...others }) => others),
      ...input,
    },
  });

  const panel = <OutcomePanel outcome={outcome} onForget={() => setOutcome(undefined)} />;
  // What the bill itself says comes first.
  const isEarlier = outcome?.kind === 'kept';
  // A link's bill says by itself whether it is offered.
  const isConfirming = !link && (outcome?.kind === 'confirming' || outcome?.kind === 'found-confirming');
  return (
    <>
      {isEarlier ? null : panel}
      {bill ? <BillPanel bill={bill} /> : null}
      {isEarlier ? panel : null}
      {linked.isOver || isConfirming ? null : (
        <form
          ref={form}
          method="post"
          onFocus={prepareToPay}
          onSubmit={submit}
          noValidate
          aria-busy={isBusy || isReading}
          className="grid gap-5"
        >
          <TextField {...field('name', { autoComplete: 'name', maxLength: 120, dir: 'auto' })} />
          <TextField {...field('phone', { inputMode: 'tel', autoComplete: 'tel-national', maxLength: 30 })} />
          {fields.email ? (
            <TextField
              {...field('email', {
                type: 'email',
                autoComplete: 'email',
                maxLength: 254,
                'aria-required': undefined,
              })}
            />
          ) : null}
          <TextField
            {...field('billNumber', { autoComplete: 'off', maxLength: 60, readOnly: link !== '' })}
          />
          <div className="grid gap-1">
            <TextField
              {...field('amount', {
                // A number's box drops an amount with a comma: Firefox hands over nothing of it.
                type: isHydrated ? 'text' : 'number',
                step: '0.01',
                min: '1',
                max: '1000000',
                inputMode: 'decimal',
                autoComplete: 'off',
                readOnly: link !== '' && !isPart,
                onChange: (event) => setAmount(event.currentTarget.value),
              })}
              describedBy={amountHint}
            />
            <output id={amountHint} className="text-muted tabular">
              {paise === undefined ? '' : `You pay ${formatRupees(paise)}`}
            </output>
            {open && open >= 2 * smallestAmount ? (
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  checked={isPart}
                  onChange={(event) => linked.choosePart(event.currentTarget.checked)}
                  className="size-5 accent-teal"
                />
                Pay a part of it
              </label>
            ) : null}
          </div>
          <div role="alert">{problem ? <p className="text-error">{problem}</p> : null}</div>
          <button
            ref={button}
            type="submit"
            // Before React runs, a press would send the form to the server as it is.
            disabled={isBusy || isReading || !isHydrated}
            className={`action action-primary ${isBusy ? 'opacity-60' : ''}`}
          >
            {isBusy ? busyLabel : submitLabel}
          </button>
          <noscript>
            <p className="text-error">
              Paying online needs JavaScript, which does not run here. Load the page again, switch JavaScript
              on or take a newer browser; or contact us to pay another way.
            </p>
          </noscript>
        </form>
      )}
      {asked ? <QuestionDialog id={id} {...asked} /> : null}
      {notices}
    </>
  );
}

/** `crypto.randomUUID` exists on secure addresses only; a preview on a local network has none. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
