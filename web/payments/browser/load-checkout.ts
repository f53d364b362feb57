declare global {
  interface Window {
    /** Set by checkout.js. Missing if the script is blocked, broken or replaced by a blocker's empty file. */
    Razorpay?: new (
      options: object,
    ) => { open(): void };
  }
}

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
