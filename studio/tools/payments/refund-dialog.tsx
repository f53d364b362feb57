import { useId, useState } from 'react';
import { Note, Problem } from '#studio/ui/elements.tsx';
import { Field, FormDialog } from '#studio/ui/forms.tsx';
import { fetchOrThrow, useStaffQuery } from '#studio/ui/staff-api.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { formatRupees, paiseFromDecimal, plainAmount, smallestAmount } from '#web/contracts/money.ts';
import { readRefundTerms, refundOffers } from '#web/contracts/refund-terms.ts';
import type { PaymentDetails } from './api-types.ts';

const loadTerms = async () => {
  const response = await fetchOrThrow('/api/refund-terms');
  return { json: async () => readRefundTerms(await response.json()) };
};

type Props = { order: PaymentDetails['order']; payment: PaymentDetails['payments'][number] };

/** Refunds a payment: its surplus, the amount that the published refund policy allows, or another amount. */
export function RefundDialog({ order, payment: { id: paymentId, refundable, surplus } }: Props) {
  const { data: terms, problem } = useStaffQuery(loadTerms, '');
  const [start, setStart] = useState('');
  const [chosen, choose] = useState<string>();
  const [rupees, setRupees] = useState('');

  const offers = refundOffers(terms ?? null, refundable, { start, today: dayInIndia(Date.now()), surplus });
  const proposal = offers.find(({ name }) => name === 'surplus' || name === 'policy');
  const offer = chosen ? offers.find(({ name }) => name === chosen) : proposal;
  const amount = offer?.name === 'other' ? paiseFromDecimal(plainAmount(rupees)) : offer?.amount;
  const isValid = amount !== undefined && amount >= smallestAmount && amount <= refundable.most;
  const text = amount === undefined ? '' : formatRupees(amount);
  return (
    <FormDialog
      title={`Refund a payment of bill ${order.bill_number}`}
      submit={isValid ? `Refund ${text} …` : 'Refund …'}
      isReady={isValid}
      confirm={() => ({
        question: `Refund ${text} to ${order.customer_name ?? 'the customer of this bill'}?`,
        yes: `Yes, refund ${text}`,
      })}
      send={(api, { reason }, key) =>
        api.payments[':orderId'].refund.$post({
          param: { orderId: order.id },
          json: { reason, key, paymentId, amount },
        })
      }
    >
      <Problem problem={problem} />
      {terms === null && <Note tone="caution">No published policy contains a refund table.</Note>}
      {terms && (
        <Field label="Start of the project, if it has started" type="date" value={start} onType={setStart} />
      )}
      <Choices legend="How much" options={offers} value={offer?.name} onChoose={choose} />
      {offer?.name === 'other' && (
        <Field
          label="Rupees"
          inputMode="decimal"
          autoFocus
          problem={
            rupees === '' || isValid
              ? undefined
              : `Enter an amount from ${formatRupees(smallestAmount)} to ${formatRupees(refundable.most)}.`
          }
          value={rupees}
          onType={setRupees}
        />
      )}
      <Field name="reason" label="Reason" isLong />
      <Note>
        The money returns to the customer’s payment method. Razorpay keeps its fee. If the refund exceeds the
        limit per payment or per day, a second person must approve it first.
      </Note>
    </FormDialog>
  );
}

type Choice = { name: string; title: string; amount?: number; why?: string };
type ChoicesProps = {
  legend: string;
  options: Choice[];
  value: string | undefined;
  onChoose(name: string): void;
};

/** Radio buttons, each with an optional amount in paise. */
function Choices({ legend, options, value, onChoose }: ChoicesProps) {
  const group = useId();
  return (
    <fieldset className="staff-choices">
      <legend>{legend}</legend>
      {options.map(({ name, title, amount, why }) => (
        <label key={name}>
          <input type="radio" name={group} checked={name === value} onChange={() => onChoose(name)} />
          <span>{title}</span>
          <span>{amount !== undefined && formatRupees(amount)}</span>
          {why && <small>{why}</small>}
        </label>
      ))}
    </fieldset>
  );
}
