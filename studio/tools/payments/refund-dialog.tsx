import { useState } from 'react';
import { dayInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise, formatRupees, paiseFromDecimal, smallestAmount } from '#web/contracts/money.ts';
import { Act, Field, FormDialog } from './acts.tsx';
import { Note } from './parts.tsx';
import { suggestedRefund } from './refund-policy.ts';

/** `most`: refundable paise. */
type Props = { orderId: string; paymentId: string; most: number };

export function RefundDialog({ orderId, paymentId, most }: Props) {
  const [rupees, setRupees] = useState(decimalFromPaise(most));
  const [start, setStart] = useState('');

  const suggestion = suggestedRefund(most, start || undefined, dayInIndia(Date.now()));
  const amount = paiseFromDecimal(rupees.trim().replaceAll(',', ''));
  const isRight = amount !== undefined && amount >= smallestAmount && amount <= most;
  const wrong = `Give an amount from ${formatRupees(smallestAmount)} to ${formatRupees(most)}`;
  return (
    <FormDialog
      title="Refund"
      submit={`Refund ${amount === undefined ? '' : formatRupees(amount)}`}
      isReady={isRight}
      send={(desk, typed, key) =>
        desk.payments[':orderId'].refund.$post({
          param: { orderId },
          json: { ...typed, key, paymentId, amount },
        })
      }
    >
      <Field label="Start of the project, if it has begun" type="date" value={start} onType={setStart} />
      <Note>
        {suggestion.rule} Of {formatRupees(most)} that is <strong>{formatRupees(suggestion.amount)}</strong>.
        Razorpay keeps its fee for the payment: the refund does not bring it back. A second person approves it
        before anything is sent, if with it this payment gets back, or you send today, more than the limit
        that the owner has set.
      </Note>
      {suggestion.amount >= smallestAmount && (
        <Act
          text={`Use ${formatRupees(suggestion.amount)}`}
          act={async () => setRupees(decimalFromPaise(suggestion.amount))}
        />
      )}
      <Field
        name="amount"
        label="Rupees"
        inputMode="decimal"
        problem={isRight ? undefined : wrong}
        value={rupees}
        onType={setRupees}
      />
      <Field name="reason" label="Why" isLong />
    </FormDialog>
  );
}
