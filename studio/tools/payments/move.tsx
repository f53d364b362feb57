import { Text } from '@sanity/ui';
import { useState } from 'react';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { Field, FormDialog, Opening } from './acts.tsx';

type Props = { paymentId: string; most: number };

/** Puts money of a payment on another bill; `most` is what is left of it, in paise. */
export const Move = (props: Props) => (
  <Opening text="Put on a bill …" aria-label={`Put ${props.paymentId} on a bill`}>
    <MoveDialog {...props} />
  </Opening>
);

function MoveDialog({ paymentId, most }: Props) {
  // One idempotency key per dialog: a retry never puts it there twice.
  const [key] = useState(() => crypto.randomUUID());
  return (
    <FormDialog
      title="Put on a bill"
      submit="Put it there"
      send={(desk, typed) => desk.payments.moves.$post({ json: { ...typed, key, paymentId } })}
      done="The bill has it"
    >
      <Text size={1}>
        The customer’s money stays where it is, and counts for the bill that you name. Make that bill under
        Pay links first, if there is none.
      </Text>
      <Field name="billNumber" label="Bill number" autoFocus />
      <Field name="amount" label="Rupees" inputMode="decimal" defaultValue={decimalFromPaise(most)} />
    </FormDialog>
  );
}
