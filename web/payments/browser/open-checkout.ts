import type { FormBill } from '#web/payments/bill.ts';

declare global {
  interface Window {
    /** Set by checkout.js. Missing if the script is blocked, broken or replaced by a blocker's empty file. */
    Razorpay?: new (
      options: object,
    ) => { open(): void };
  }
}

/** An order of the site. `amount` is in paise. */
export type CheckoutOrder = { keyId: string; amount: number; currency: string; orderId: string };

export type CheckoutOptions = {
  checkoutScript: string;
  /** The agency's name in the checkout. */
  merchant: string;
  /** Six-digit hexadecimal colour of the checkout. */
  colour: string;
  /** The largest payment by UPI, in paise. */
  upiLimit: number;
};

/** In milliseconds. */
const scriptTimeout = 20_000;

/** Loads checkout.js once. Rejects if the script does not define its global; a later call retries. */
export function loadCheckout(address: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('checkout.js did not load'));
    };
    const timer = setTimeout(fail, scriptTimeout);
    script.src = address;
    script.async = true;
    script.onerror = fail;
    script.onload = () => {
      if (!window.Razorpay) return fail();
      clearTimeout(timer);
      resolve();
    };
    document.head.append(script);
  });
}

/** In-app and server-rendering browsers that Razorpay's documentation lists, and similar browsers. */
const inApp =
  /Instagram|FBAN|FBAV|FB_IAB|Messenger|Opera Mini|UCBrowser|UCWEB|LinkedInApp|Snapchat|Line\/|MicroMessenger|; wv\)/;

const isIos = (userAgent: string) => /iPhone|iPad|iPod/.test(userAgent);

/**
 * Returns the checkout's settings for a `navigator.userAgent`. NPCI ended typed UPI ids ("collect") in February 2026,
 * but not yet on iOS. Without them, a desktop shows a QR code and a phone opens its UPI app. Amounts
 * above UPI's limit hide UPI, because the customer's bank would decline them.
 */
export function checkoutConfig(userAgent: string, isAboveUpiLimit: boolean) {
  if (isAboveUpiLimit) return { display: { hide: [{ method: 'upi' }] } };
  return { display: { hide: isIos(userAgent) ? [] : [{ method: 'upi', flows: ['collect'] }] } };
}

/** Returns whether the checkout's frame is unreliable in a browser, by `navigator.userAgent`. */
export function needsHostedPage(userAgent: string): boolean {
  // On iOS, the user agent of a browser includes "Safari", and that of a plain web view does not.
  const isWebView = isIos(userAgent) && !/Safari\//.test(userAgent);
  return isWebView || inApp.test(userAgent);
}

/**
 * Resolves to the result of a payment, or to undefined if the checkout is closed. A failed attempt does not close
 * the checkout. With Razorpay's hosted page, the promise settles only if the browser restores this page.
 */
export function openCheckout(
  order: CheckoutOrder,
  bill: FormBill,
  options: CheckoutOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) return reject(new Error('checkout.js did not load'));
    const isOwnPage = needsHostedPage(navigator.userAgent);
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && resolve(undefined);
    if (isOwnPage) window.addEventListener('pageshow', shownAgain, { once: true });
    new window.Razorpay({
      key: order.keyId,
      amount: order.amount,
      currency: order.currency,
      name: options.merchant,
      description: `Payment for Bill #${bill.billNumber}`,
      order_id: order.orderId,
      prefill: { name: bill.customerName, contact: bill.customerPhone },
      theme: { color: options.colour },
      config: checkoutConfig(navigator.userAgent, order.amount > options.upiLimit),
      ...(isOwnPage
        ? { callback_url: `${window.location.origin}/api/razorpay-callback`, redirect: true }
        : {}),
      handler: resolve,
      modal: { ondismiss: () => resolve(undefined) },
    }).open();
  });
}
