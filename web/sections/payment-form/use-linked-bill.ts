import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPendingPayment } from '#web/browser/pending-payment.ts';
import { controlIn } from '#web/components/field/field.tsx';
import { decimalFromPaise } from '#web/contracts/money.ts';
import type { BillStatus } from '#web/payments/bills/status.ts';
import { readPayLink } from './pay-link.ts';

/** State of the bill of a payment link: `none` without a link, `unread` if the request failed. */
export type LinkedBill =
  | { kind: 'none' | 'reading' | 'unknown' | 'unread' }
  | { kind: 'closed' | 'payable'; bill: BillStatus }
  /** Somebody else has begun to pay it. */
  | { kind: 'awaited'; bill: BillStatus; underWay: NonNullable<BillStatus['underWay']> };

type Answer = BillStatus | 'unknown' | 'unread';

/** `allowed`: the start of the payment that may be followed by another. */
function linkedBill(link: string, answer: Answer | undefined, allowed: string): LinkedBill {
  if (link === '') return { kind: 'none' };
  if (typeof answer !== 'object') return { kind: answer ?? 'reading' };
  const { underWay } = answer;
  if (underWay && underWay.at !== allowed) return { kind: 'awaited', bill: answer, underWay };
  return { kind: answer.open > 0 ? 'payable' : 'closed', bill: answer };
}

/** Fills in the form from the URL, then from the known bill. `onAmount` hears of each amount filled in. */
export function useLinkedBill(form: RefObject<HTMLFormElement | null>, onAmount: (amount: string) => void) {
  const [link, setLink] = useState('');
  const [answer, setAnswer] = useState<Answer>();
  const [allowed, setAllowed] = useState('');
  const [isAnother, setAnother] = useState(false);
  const [isPart, setPart] = useState(false);
  const token = useRef('');
  const found = linkedBill(link, answer, allowed);
  const bill = 'bill' in found ? found.bill : undefined;
  const known = bill?.customer && bill.phone ? { name: bill.customer, phone: bill.phone } : undefined;
  /** Staff entered the customer whom a link names; the site knows more of them than it shows. */
  const payer = known ? (isAnother ? 'another' : 'stated') : 'typed';

  function fillIn(field: 'name' | 'phone' | 'billNumber' | 'amount', value: string) {
    const element = controlIn(form.current, field);
    if (element) element.value = value;
    if (element && field === 'amount') onAmount(value);
  }

  function fillInCustomer(customer = { name: '', phone: '' }) {
    fillIn('name', customer.name);
    fillIn('phone', customer.phone);
  }

  async function readBill() {
    if (!token.current) return;
    try {
      const { fetchBill } = await import('#web/payments/browser/pay.ts');
      const read = await fetchBill(token.current);
      // If the bill cannot be read again, the earlier one stays with what was typed for it.
      setAnswer((last) => (read === 'unread' && last ? last : read));
    } catch (error) {
      console.error(error);
      setAnswer((last) => last ?? 'unread');
    }
  }

  const readAddress = useEffectEvent(() => {
    const { link: given, isReturn, ...values } = readPayLink(window.location.search);
    token.current = given || (isReturn ? (readPendingPayment()?.link ?? '') : '');
    if (token.current !== given) {
      // Razorpay's hosted page returns without the query.
      const address = new URL(window.location.href);
      address.searchParams.set('link', token.current);
      window.history.replaceState(window.history.state, '', address);
    }
    setLink(token.current);
    if (!token.current)
      for (const field of ['billNumber', 'amount'] as const) {
        // Text typed before hydration stays.
        const typed = controlIn(form.current, field)?.value ?? '';
        fillIn(field, typed || values[field]);
      }
  });
  useEffect(() => readAddress(), []);

  const fillInBill = useEffectEvent(() => {
    if (!bill) return;
    fillIn('billNumber', bill.billNumber);
    if (!isPart) fillIn('amount', decimalFromPaise(bill.open));
    // Another payer's details stay, also after a failed payment.
    if (payer === 'stated') fillInCustomer(known);
  });
  useEffect(() => {
    if (answer) fillInBill();
  }, [answer]);

  return {
    /** Token of the pay link; empty without one. */
    link,
    found,
    /** Payable paise of the linked bill. */
    open: found.kind === 'payable' ? found.bill.open : undefined,
    readBill,
    payer,
    chooseAnother(isChosen: boolean) {
      setAnother(isChosen);
      fillInCustomer(isChosen ? undefined : known);
      if (isChosen) controlIn(form.current, 'name')?.focus();
    },
    /** Start of the payment that may be followed by another. */
    allowed,
    allow: () => setAllowed(bill?.underWay?.at ?? ''),
    isPart,
    choosePart(isChosen: boolean) {
      setPart(isChosen);
      if (isChosen) controlIn(form.current, 'amount')?.select();
      else if (bill) fillIn('amount', decimalFromPaise(bill.open));
    },
    /** Reloads the open amount after a payment or a refusal. */
    readAgain(isPaid: boolean) {
      if (isPaid) setPart(false);
      void readBill();
    },
  };
}
