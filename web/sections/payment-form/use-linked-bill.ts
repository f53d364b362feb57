import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { controlIn } from '#web/components/field/field.tsx';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { rememberedPayment } from '#web/payments/browser/under-way.ts';
import type { LinkedBill } from './bill-panel.tsx';
import { readPayLink } from './pay-link.ts';

/** Fills in the form from the URL, then from the known bill. `onAmount` hears of each amount filled in. */
export function useLinkedBill(form: RefObject<HTMLFormElement | null>, onAmount: (amount: string) => void) {
  const [link, setLink] = useState('');
  const [bill, setBill] = useState<LinkedBill>();
  const [isPart, setPart] = useState(false);
  const open = typeof bill === 'object' ? bill.open : undefined;

  function fillIn(field: 'billNumber' | 'amount', value: string) {
    const element = controlIn(form.current, field);
    if (element) element.value = value;
    if (element && field === 'amount') onAmount(value);
  }

  async function readBill(token = link) {
    try {
      const { askBill } = await import('#web/payments/browser/pay.ts');
      setBill(await askBill(token));
    } catch (error) {
      console.error(error);
      setBill('unread');
    }
  }

  const readAddress = useEffectEvent(() => {
    const { link: given, isReturn, ...values } = readPayLink(window.location.search);
    const token = given || (isReturn ? (rememberedPayment()?.link ?? '') : '');
    if (token !== given) {
      // Razorpay's hosted page returns without the query.
      const address = new URL(window.location.href);
      address.searchParams.set('link', token);
      window.history.replaceState(window.history.state, '', address);
    }
    setLink(token);
    if (token) void readBill(token);
    else
      for (const field of ['billNumber', 'amount'] as const) {
        // Text typed before hydration stays.
        const typed = controlIn(form.current, field)?.value ?? '';
        fillIn(field, typed || values[field]);
      }
  });
  useEffect(() => readAddress(), []);

  const fillInBill = useEffectEvent(() => {
    if (typeof bill !== 'object') return;
    fillIn('billNumber', bill.billNumber);
    if (!isPart) fillIn('amount', decimalFromPaise(bill.open));
  });
  useEffect(() => {
    if (bill) fillInBill();
  }, [bill]);

  return {
    /** Token of the pay link; empty without one. */
    link,
    bill,
    /** Payable paise of the linked bill. */
    open,
    isReading: link !== '' && bill === undefined,
    isOver: bill !== undefined && !open,
    isPart,
    choosePart(isChosen: boolean) {
      setPart(isChosen);
      if (isChosen) controlIn(form.current, 'amount')?.select();
      else if (open) fillIn('amount', decimalFromPaise(open));
    },
    /** Reloads the open amount after a payment or a refusal. */
    readAgain(isPaid: boolean) {
      if (!link) return;
      if (isPaid) setPart(false);
      void readBill();
    },
  };
}
