import { Text } from '@sanity/ui';
import { DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { decimalFromPaise } from '#web/contracts/money.ts';

/** Puts money of a payment on another bill; `most` is what is left of it, in paise. */
export const MovePayment = ({ paymentId, most }: { paymentId: string; most: number }) => (
  <DialogButton text="Put on a bill …" aria-label={`Put on a bill: ${paymentId}`}>
    <FormDialog
      title="Put on a bill"
      submit="Put it there"
      send={(api, typed, key) => api.payments.moves.$post({ json: { ...typed, key, paymentId } })}
      done="The bill has it"
    >
      <Text size={1}>
        The customer’s money stays where it is, and counts for the bill that you name. Make that bill under
        Pay links first, if there is none.
      </Text>
      <Field name="billNumber" label="Bill number" autoFocus />
      <Field name="amount" label="Rupees" inputMode="decimal" defaultValue={decimalFromPaise(most)} />
    </FormDialog>
  </DialogButton>
);
