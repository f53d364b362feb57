import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const [isAnother, setAnother] = useState(false);
  const [allowed, setAllowed] = useState('');
  const token = useRef('');
  const status = typeof bill === 'object' ? bill : undefined;
  const { open, underWay } = status ?? {};
  const awaited = underWay?.at === allowed ? undefined : underWay;
  const hasCustomer = Boolean(status?.customer && status.phone);
  const isStated = hasCustomer && !isAnother;

  function fillIn(field: 'name' | 'phone' | 'billNumber' | 'amount', value: string) {
    const element = controlIn(form.current, field);
    if (element) element.value = value;
    if (element && field === 'amount') onAmount(value);
  }

  /** What the link shows of the customer, never more: the site knows the rest. */
  function fillInCustomer(isKnown: boolean) {
    for (const [field, value] of [
      ['name', status?.customer],
      ['phone', status?.phone],
    ] as const)
      if (hasCustomer) fillIn(field, isKnown ? (value ?? '') : '');
  }

  async function readBill() {
    if (!token.current) return;
    try {
      const { askBill } = await import('#web/payments/browser/pay.ts');
      setBill(await askBill(token.current));
    } catch (error) {
      console.error(error);
      setBill('unread');
    }
  }

  const readAddress = useEffectEvent(() => {
    const { link: given, isReturn, ...values } = readPayLink(window.location.search);
    const found = given || (isReturn ? (rememberedPayment()?.link ?? '') : '');
    token.current = found;
    if (found !== given) {
      // Razorpay's hosted page returns without the query.
      const address = new URL(window.location.href);
      address.searchParams.set('link', found);
      window.history.replaceState(window.history.state, '', address);
    }
    setLink(found);
    if (!found)
      for (const field of ['billNumber', 'amount'] as const) {
        // Text typed before hydration stays.
        const typed = controlIn(form.current, field)?.value ?? '';
        fillIn(field, typed || values[field]);
      }
  });
  useEffect(() => readAddress(), []);

  const fillInBill = useEffectEvent(() => {
    if (!status) return;
    fillIn('billNumber', status.billNumber);
    if (!isPart) fillIn('amount', decimalFromPaise(status.open));
    fillInCustomer(isStated);
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
    readBill,
    /** Whether the customer is the one that staff entered. */
    isStated,
    hasCustomer,
    isAnother,
    chooseAnother(isChosen: boolean) {
      setAnother(isChosen);
      fillInCustomer(!isChosen);
      if (isChosen) controlIn(form.current, 'name')?.focus();
    },
    /** Somebody else's payment, which is waited for. */
    awaited,
    /** When the payment began that may be followed by another. */
    allowed,
    allow: () => setAllowed(underWay?.at ?? ''),
    isOver: bill !== undefined && !open,
    isPart,
    choosePart(isChosen: boolean) {
      setPart(isChosen);
      if (isChosen) controlIn(form.current, 'amount')?.select();
      else if (open) fillIn('amount', decimalFromPaise(open));
    },
    /** Reloads the open amount after a payment or a refusal. */
    readAgain(isPaid: boolean) {
      if (isPaid) setPart(false);
      void readBill();
    },
  };
}
