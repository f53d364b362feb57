import type { ComponentProps } from 'react';
import { TextField } from '#web/components/field/field.tsx';
import { formatRupees, paiseFromDecimal, plainAmount, smallestAmount } from '#web/contracts/money.ts';
import type { BillField, usePayment } from './use-payment.ts';

type FieldTexts = { label: string; placeholder: string | null; help: string | null };

export type BillFieldsProps = {
  /** Prefix of the fields' ids, unique on the page. */
  id: string;
  fields: Record<Exclude<BillField, 'email'>, FieldTexts> & {
    /** Present if the section asks for it. */
    email?: FieldTexts | undefined;
  };
};

type Props = BillFieldsProps & { payment: ReturnType<typeof usePayment>; isHydrated: boolean };

export function BillFields({ id, fields, payment, isHydrated }: Props) {
  const { linked, amount, setAmount, errors, forgetError } = payment;
  const { link, open, isPart, choosePart, payer } = linked;
  const isStated = payer === 'stated';
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
      onInput: () => forgetError(name),
      ...input,
    },
  });
  return (
    <>
      <TextField
        {...field('name', { autoComplete: 'name', maxLength: 120, dir: 'auto', readOnly: isStated })}
      />
      <TextField
        {...field('phone', {
          inputMode: 'tel',
          autoComplete: 'tel-national',
          maxLength: 30,
          readOnly: isStated,
        })}
      />
      {payer === 'typed' ? null : (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={payer === 'another'}
            onChange={(event) => linked.chooseAnother(event.currentTarget.checked)}
            className="size-5 accent-teal"
          />
          Someone else is paying
        </label>
      )}
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
      <TextField {...field('billNumber', { autoComplete: 'off', maxLength: 60, readOnly: link !== '' })} />
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
              onChange={(event) => choosePart(event.currentTarget.checked)}
              className="size-5 accent-teal"
            />
            Pay part of it
          </label>
        ) : null}
      </div>
    </>
  );
}
