// The sandbox's stand-in for Razorpay's checkout.js: the same constructor, methods, options and events.
const base = new URL(document.currentScript.src).origin;

window.Razorpay = function Razorpay(options) {
  if (!new.target) return new Razorpay(options);
  if (!options?.key) throw new Error('No key passed');
  const listeners = [];
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');

  const tearDown = () => {
    window.removeEventListener('message', handleMessage);
    dialog.close();
    dialog.remove();
    document.documentElement.style.removeProperty('overflow');
  };

  const handleMessage = (event) => {
    if (event.source !== frame.contentWindow || event.origin !== base) return;
    const { type, error, result } = event.data;
    if (type === 'ready') {
      frame.contentWindow.focus();
      // `postMessage` cannot send functions; JSON drops them.
      frame.contentWindow.postMessage({ type: 'open', options: JSON.stringify(options) }, base);
    }
    if (type === 'dismiss') this.close();
    if (type === 'failed') for (const listener of listeners) listener({ error });
    if (type === 'success') {
      tearDown();
      options.handler?.(result);
    }
  };

  this.on = (event, listener) => {
    if (event === 'payment.failed') listeners.push(listener);
    return this;
  };

  this.close = () => {
    if (!dialog.open) return;
    tearDown();
    options.modal?.ondismiss?.();
  };

  this.open = () => {
    if (dialog.open) return;
    if (options.redirect && options.callback_url) {
      // With `redirect`, the checkout is a page instead of a frame.
      const { origin } = window.location;
      sendForm(`${base}/v1/checkout/session`, { options: JSON.stringify(options), origin });
      return;
    }
    dialog.className = 'razorpay-container';
    dialog.ariaLabel = 'Checkout (test mode)';
    Object.assign(frame, {
      className: 'razorpay-checkout-frame',
      title: 'Checkout (test mode)',
      allow: 'payment',
    });
    frame.src = `${base}/v1/checkout/public`;
    const whole = {
      width: '100%',
      height: '100%',
      maxWidth: 'none',
      maxHeight: 'none',
      border: '0',
      padding: '0',
    };
    for (const element of [dialog, frame])
      Object.assign(element.style, { ...whole, background: 'none', colorScheme: 'normal' });
    dialog.addEventListener('cancel', () => this.close());
    window.addEventListener('message', handleMessage);
    dialog.append(frame);
    document.body.append(dialog);
    document.documentElement.style.overflow = 'hidden';
    dialog.showModal();
  };
};
