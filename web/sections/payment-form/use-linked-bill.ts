import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPendingPayment } from '#web/browser/pending-payment.ts';
import { controlIn } from '#web/components/field/field.tsx';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { loadPaying } from './last-payment.ts';
import { type BillResponse, customerOf, linkedBillOf, type Payer } from './linked-bill.ts';
import { readPaymentLink } from './payment-link.ts';

type FilledField = 'name' | 'phone' | 'billNumber' | 'amount';

/** The customer's last choices. A failed island starts anew with them. */
const choices: { payer: Exclude<Payer, 'typed'>; amount: 'full' | 'part' } = {
  payer: 'customer',
  amount: 'full',
};

/** Fills in the form from the address, then from the link's bill. Calls `onAmount` whenever it fills in an amount. */
export function useLinkedBill(form: RefObject<HTMLFormElement | null>, onAmount: (amount: string) => void) {
  const [link, setLink] = useState('');
  const [response, setResponse] = useState<BillResponse>();
  const token = useRef('');
  const [allowed, setAllowed] = useState('');
  const [chosenPayer, setChosenPayer] = useState(choices.payer);
  const [chosenAmount, setChosenAmount] = useState(choices.amount);
  Object.assign(choices, { payer: chosenPayer, amount: chosenAmount });
  const linked = linkedBillOf(link, response, allowed);
  const bill = 'bill' in linked ? linked.bill : undefined;
  const customer = customerOf(bill);
  const payer: Payer = customer ? chosenPayer : 'typed';

  const readAddress = useEffectEvent(() => {
    const { link: given, isReturn, billNumber, amount } = readPaymentLink(window.location.search);
    token.current = given || (isReturn ? (readPendingPayment()?.link ?? '') : '');
    if (token.current !== given) restoreLink(token.current);
    setLink(token.current);
    if (token.current) return;
    // Text typed before hydration stays.
    fillIn('billNumber', controlIn(form.current, 'billNumber')?.value || billNumber);
    fillIn('amount', controlIn(form.current, 'amount')?.value || amount);
  });
  useEffect(() => readAddress(), []);

  async function readBill() {
    if (!token.current) return;
    try {
      const { fetchBill } = await loadPaying();
      const read = await fetchBill(token.current);
      // If reading the bill again fails, keep the earlier response, so that the filled-in form stays.
      setResponse((last) => (read === 'unreachable' && last ? last : read));
    } catch (error) {
      console.error(error);
      setResponse((last) => last ?? 'unreachable');
    }
  }

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

/** Puts the link's token back into the address, because Razorpay's hosted page returns without the query string. */
function restoreLink(token: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set('link', token);
  window.history.replaceState(window.history.state, '', address);
}
