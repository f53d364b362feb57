import type { ComponentProps } from 'react';
import { TextField } from '#web/components/field/field.tsx';
import { TextWithFigures } from '#web/components/figures/figures.tsx';
import { formatRupees, paiseFromDecimal, plainAmount, smallestAmount } from '#web/contracts/money.ts';
import type { BillField, usePayment } from './use-payment.ts';

type FieldTexts = { label: string; placeholder: string | null; help: string | null };

export type BillFieldsProps = {
  /** Prefix of the fields' ids, unique on the page. */
  id: string;
  fields: Record<Exclude<BillField, 'email'>, FieldTexts> & {
    /** Present if the section asks for an e-mail address. */
    email?: FieldTexts | undefined;
  };
};

type Props = BillFieldsProps & { payment: ReturnType<typeof usePayment>; isHydrated: boolean };
type Field = (name: BillField, input: ComponentProps<'input'>) => ComponentProps<typeof TextField>;

/** The fields of the payment form. A linked bill's own details are read-only. */
export function BillFields({ id, fields, payment, isHydrated }: Props) {
  const { linked, errors, clearError } = payment;
  const field: Field = (name, input) => ({
    id: `${id}-${name}`,
    label: fields[name]?.label ?? '',
    help: input.readOnly ? null : (fields[name]?.help ?? null),
    error: errors[name],
    input: {
      name,
      placeholder: fields[name]?.placeholder ?? undefined,
      'aria-required': true,
      onInput: () => clearError(name),
      ...input,
    },
  });
  const email = { type: 'email', autoComplete: 'email', maxLength: 254, 'aria-required': undefined };
  return (
    <>
      <PayerFields field={field} linked={linked} />
      {fields.email ? <TextField {...field('email', email)} /> : null}
      <TextField
        {...field('billNumber', { autoComplete: 'off', maxLength: 60, readOnly: linked.link !== '' })}
      />
      <AmountField hintId={`${id}-amount-hint`} field={field} payment={payment} isHydrated={isHydrated} />
    </>
  );
}

function PayerFields({ field, linked }: { field: Field; linked: Props['payment']['linked'] }) {
  const readOnly = linked.payer === 'customer';
  const name = { autoComplete: 'name', maxLength: 120, dir: 'auto', readOnly };
  return (
    <>
      <TextField {...field('name', name)} />
      <TextField
        {...field('phone', { inputMode: 'tel', autoComplete: 'tel-national', maxLength: 30, readOnly })}
      />
      {linked.payer === 'typed' ? null : (
        <Checkbox
          label="Someone else is paying"
          isChecked={linked.payer === 'someone-else'}
          onChange={(isChecked) => linked.choosePayer(isChecked ? 'someone-else' : 'customer')}
        />
      )}
    </>
  );
}

type AmountProps = Pick<Props, 'payment' | 'isHydrated'> & { field: Field; hintId: string };

function AmountField({ field, hintId, payment, isHydrated }: AmountProps) {
  const { link, open, chosenAmount, chooseAmount } = payment.linked;
  const paise = paiseFromDecimal(plainAmount(payment.amount));
  const isPart = chosenAmount === 'part';
  const toPay = paise === undefined ? '' : `You pay ${formatRupees(paise)}`;
  const hint =
    paise && paise > payment.upiLimit
      ? `${toPay}. UPI takes at most ${formatRupees(payment.upiLimit)} per payment, so please use another method.`
      : toPay;
  return (
    <div className="grid gap-1">
      <TextField
        {...field('amount', {
          // Number inputs drop amounts with a comma: Firefox returns an empty value.
          type: isHydrated ? 'text' : 'number',
          step: '0.01',
          min: '1',
          max: '1000000',
          inputMode: 'decimal',
          autoComplete: 'off',
          readOnly: link !== '' && !isPart,
          onInput: (event) => {
            payment.setAmount(event.currentTarget.value);
            payment.clearError('amount');
          },
        })}
        describedBy={hintId}
      />
      <div role="status" id={hintId} className="text-muted tabular">
        <TextWithFigures text={hint} />
      </div>
      {open && open >= 2 * smallestAmount ? (
        <Checkbox
          label="Pay part of it"
          isChecked={isPart}
          onChange={(isChecked) => chooseAmount(isChecked ? 'part' : 'full')}
        />
      ) : null}
    </div>
  );
}

type CheckboxProps = { label: string; isChecked: boolean; onChange(isChecked: boolean): void };

function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 accent-teal"
      />
      <span>{label}</span>
    </label>
  );
}
