import { Text } from '@sanity/ui';
import { DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { decimalFromPaise } from '#web/contracts/money.ts';

/** Moves money from a payment to another bill. `most` is the amount that can be moved, in paise. */
export const MovePayment = ({ paymentId, most }: { paymentId: string; most: number }) => (
  <DialogButton text="Move to a bill …" aria-label={`Move to a bill: ${paymentId}`}>
    <FormDialog
      title="Move to a bill"
      submit="Move"
      send={(api, typed, key) => api.payments.moves.$post({ json: { ...typed, key, paymentId } })}
      successText="Moved to the bill"
    >
      <Text size={1}>
        No money is transferred. The amount is simply counted towards the bill that you enter. If that bill
        does not exist yet, create it first under Payment links.
      </Text>
      <Field name="billNumber" label="Bill number" autoFocus />
      <Field name="amount" label="Rupees" inputMode="decimal" defaultValue={decimalFromPaise(most)} />
    </FormDialog>
  </DialogButton>
);
