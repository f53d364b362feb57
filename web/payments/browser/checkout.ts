/** What Razorpay's checkout hands over after a payment. */
export type CheckoutResult = {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
};

type CheckoutOptions = {
  key: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; contact: string };
  theme: { color: string };
  /** With `redirect`, Razorpay takes the whole window and posts the result here. */
  callback_url?: string;
  redirect?: true;
  handler(result: CheckoutResult): void;
  modal: { ondismiss(): void };
};

declare global {
  interface Window {
    /** Set by checkout.js; missing when the script is blocked, broken or replaced by a blocker's empty file. */
    Razorpay?: new (
      options: CheckoutOptions,
    ) => { open(): void };
  }
}

/** Milliseconds. */
const scriptTimeout = 20_000;

/** Loads checkout.js once. Rejects when it does not arrive or does not define its global; a later call tries again. */
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

/**
 * Opens the checkout and resolves when it is over: with the result of a payment, or undefined when it was closed. A
 * failed attempt is no end: the dialog stays open for another try. With `redirect` this page is left, and the promise
 * ends only if the browser kept the page and comes back to it.
 */
export function openCheckout(
  options: Omit<CheckoutOptions, 'handler' | 'modal'>,
): Promise<CheckoutResult | undefined> {
  return new Promise((resolve, reject) => {
    if (!window.Razorpay) return reject(new Error('checkout.js did not load'));
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && resolve(undefined);
    if (options.redirect) window.addEventListener('pageshow', shownAgain, { once: true });
    new window.Razorpay({
      ...options,
      handler: resolve,
      modal: { ondismiss: () => resolve(undefined) },
    }).open();
  });
}
