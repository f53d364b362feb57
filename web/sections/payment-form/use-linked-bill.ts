import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { controlIn } from '#web/components/field/field.tsx';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { customerOf, linkedBillOf, type Payer } from './linked-bill.ts';
import { useBillLink } from './use-bill-link.ts';

type FilledField = 'name' | 'phone' | 'billNumber' | 'amount';

/** Fills in the form from the address, then from the link's bill. Calls `onAmount` whenever it fills in an amount. */
export function useLinkedBill(form: RefObject<HTMLFormElement | null>, onAmount: (amount: string) => void) {
  const { link, response, readBill } = useBillLink(({ billNumber, amount }) => {
    // Text typed before hydration stays.
    fillIn('billNumber', controlIn(form.current, 'billNumber')?.value || billNumber);
    fillIn('amount', controlIn(form.current, 'amount')?.value || amount);
  });
  const [allowed, setAllowed] = useState('');
  const [chosenPayer, setChosenPayer] = useState<Exclude<Payer, 'typed'>>('customer');
  const [chosenAmount, setChosenAmount] = useState<'full' | 'part'>('full');
  const linked = linkedBillOf(link, response, allowed);
  const bill = 'bill' in linked ? linked.bill : undefined;
  const customer = customerOf(bill);
  const payer: Payer = customer ? chosenPayer : 'typed';

  function fillIn(field: FilledField, value: string) {
    const element = controlIn(form.current, field);
    if (element) element.value = value;
    if (element && field === 'amount') onAmount(value);
  }

  function fillInCustomer({ name, phone } = { name: '', phone: '' }) {
    fillIn('name', name);
    fillIn('phone', phone);
  }

  const fillInBill = useEffectEvent(() => {
    if (!bill) return;
    fillIn('billNumber', bill.billNumber);
    if (chosenAmount === 'full') fillIn('amount', decimalFromPaise(bill.open));
    // Keep the details of another payer, even after a failed payment.
    if (payer === 'customer') fillInCustomer(customer);
  });
  useEffect(() => {
    if (response) fillInBill();
  }, [response]);

  return {
    /** Token of the payment link; empty if there is none. */
    link,
    bill: linked,
    /** The amount still payable on the linked bill, in paise. */
    open: linked.kind === 'payable' ? linked.bill.open : undefined,
    readBill,
    payer,
    choosePayer(choice: Exclude<Payer, 'typed'>) {
      setChosenPayer(choice);
      fillInCustomer(choice === 'customer' ? customer : undefined);
      if (choice === 'someone-else') controlIn(form.current, 'name')?.focus();
    },
    /** Start time of another payment that the customer chose to ignore. */
    allowed,
    ignoreOtherPayment: () => setAllowed(bill?.underWay?.at ?? ''),
    chosenAmount,
    /** `part` fills in `paise` if given. */
    chooseAmount(choice: 'full' | 'part', paise?: number) {
      setChosenAmount(choice);
      if (paise !== undefined) fillIn('amount', decimalFromPaise(paise));
      if (choice === 'part') controlIn(form.current, 'amount')?.select();
      else if (bill) fillIn('amount', decimalFromPaise(bill.open));
    },
    /** Reloads the open amount after an attempt to pay. */
    reload(isPaid: boolean) {
      if (isPaid) setChosenAmount('full');
      void readBill();
    },
  };
}
