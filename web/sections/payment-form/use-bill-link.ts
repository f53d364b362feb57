import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readPendingPayment } from '#web/browser/pending-payment.ts';
import type { BillResponse } from './linked-bill.ts';
import { readPaymentLink } from './payment-link.ts';

/**
 * Reads the token of the payment link from the page's address, and the link's bill from the site. Without a link,
 * `onTyped` receives the bill number and amount in the address.
 */
export function useBillLink(onTyped: (typed: { billNumber: string; amount: string }) => void) {
  const [link, setLink] = useState('');
  const [response, setResponse] = useState<BillResponse>();
  const token = useRef('');

  const readAddress = useEffectEvent(() => {
    const { link: given, isReturn, ...typed } = readPaymentLink(window.location.search);
    token.current = given || (isReturn ? (readPendingPayment()?.link ?? '') : '');
    if (token.current !== given) restoreLink(token.current);
    setLink(token.current);
    if (!token.current) onTyped(typed);
  });
  useEffect(() => readAddress(), []);

  async function readBill() {
    if (!token.current) return;
    try {
      const { fetchBill } = await import('#web/payments/browser/pay.ts');
      const read = await fetchBill(token.current);
      // If reading the bill again fails, keep the earlier response, so that the filled-in form stays.
      setResponse((last) => (read === 'unreachable' && last ? last : read));
    } catch (error) {
      console.error(error);
      setResponse((last) => last ?? 'unreachable');
    }
  }
  return { link, response, readBill };
}

/** Puts the link's token back into the address, because Razorpay's hosted page returns without the query string. */
function restoreLink(token: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set('link', token);
  window.history.replaceState(window.history.state, '', address);
}
