import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPendingPayment } from '#web/browser/pending-payment.ts';
import { controlIn } from '#web/components/field/field.tsx';
import { decimalFromPaise, plainAmount } from '#web/contracts/money.ts';
import type { BillStatus } from '#web/payments/bills/bill-texts.ts';

/** Loads validation and checkout code when the form is first used. */
export const loadPaying = () => import('#web/payments/browser/pay.ts');

type BillResponse = BillStatus | 'unknown' | 'unreachable';

/** The bill of the page's payment link, as far as the page knows it. `none`: the page has no link. */
export type LinkedBill =
  | { kind: 'none' | 'loading' | 'unknown' | 'unreachable' }
  | { kind: 'closed' | 'payable'; bill: BillStatus }
  /** Another person has started to pay the bill. */
  | { kind: 'in-progress'; bill: BillStatus; otherPayment: NonNullable<BillStatus['underWay']> };

/** Who pays: a person who types their details, the customer on the bill, or somebody else. */
export type Payer = 'typed' | 'customer' | 'someone-else';

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
  const linked = describeBill(link, response, allowed);
  const bill = 'bill' in linked ? linked.bill : undefined;
  const customer = readCustomer(bill);
  const payer: Payer = customer ? chosenPayer : 'typed';

  const readAddress = useEffectEvent(() => {
    const { link: given, isReturn, billNumber, amount } = readPaymentLink(window.location.search);
    token.current = given || (isReturn ? (readPendingPayment()?.link ?? '') : '');
    if (token.current !== given) restoreLink(token.current);
    setLink(token.current);
    // Readers in the Gulf have to open the form, unless there is a bill to pay. It stays open if they opened it before hydration.
    if (token.current || billNumber) form.current?.closest('details')?.setAttribute('open', '');
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

/** Reads `/pay-online?bill=…&amount=…`, or `?link=…` with a known bill's token. A link never contains personal data. */
export function readPaymentLink(query: string) {
  const link = new URLSearchParams(query);
  const amount = plainAmount(link.get('amount') ?? '');
  return {
    // Counts code points, so that no surrogate pair is cut.
    billNumber: Array.from(link.get('bill') ?? '')
      .slice(0, 50)
      .join(''),
    amount: /[^\d.-]/.test(amount) ? '' : amount.slice(0, 12),
    link: (link.get('link') ?? '').slice(0, 100),
    isReturn: link.has('payment'),
  };
}

/** Puts the link's token back into the address, because Razorpay's hosted page returns without the query string. */
function restoreLink(token: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set('link', token);
  window.history.replaceState(window.history.state, '', address);
}

/** `allowed` is the start time of another person's payment that the customer chose to ignore. */
export function describeBill(link: string, response: BillResponse | undefined, allowed: string): LinkedBill {
  if (link === '') return { kind: 'none' };
  if (typeof response !== 'object') return { kind: response ?? 'loading' };
  const { underWay: otherPayment } = response;
  if (otherPayment && otherPayment.at !== allowed)
    return { kind: 'in-progress', bill: response, otherPayment };
  return { kind: response.open > 0 ? 'payable' : 'closed', bill: response };
}

/** Returns the masked name and phone number of the bill's customer; undefined if staff entered none. */
function readCustomer(bill: BillStatus | undefined): { name: string; phone: string } | undefined {
  return bill?.customer && bill.phone ? { name: bill.customer, phone: bill.phone } : undefined;
}
