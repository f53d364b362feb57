// The sandbox's stand-in for Razorpay's checkout.js: the same constructor, methods, options and events.
(() => {
  const base = new URL(document.currentScript.src).origin;

  function construct(options) {
    if (!new.target) return new construct(options);
    if (!options?.key) throw new Error('No key passed');
    const listeners = {};
    let overlay;
    let before;
    let timer;

    const emit = (event, data) => {
      for (const listener of listeners[event] || []) listener(data);
    };

    const tearDown = () => {
      if (!overlay) return false;
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      window.removeEventListener('keydown', press, true);
      overlay.remove();
      overlay = undefined;
      document.documentElement.style.overflow = before.overflow;
      if (before.focus instanceof HTMLElement) before.focus.focus();
      return true;
    };

    const dismiss = (reason) => {
      if (tearDown() && options.modal?.ondismiss) options.modal.ondismiss(reason);
    };

    const press = (event) => {
      if (event.key === 'Escape' && options.modal?.escape !== false) dismiss();
    };

    const frame = () => overlay?.querySelector('iframe');

    const hear = (event) => {
      if (!overlay || event.origin !== base || event.source !== frame().contentWindow) return;
      const message = event.data || {};
      if (message.type === 'ready') {
        frame().contentWindow.focus();
        // As JSON, which leaves the functions out.
        frame().contentWindow.postMessage({ type: 'open', options: JSON.stringify(options) }, base);
      }
      if (message.type === 'dismiss') dismiss();
      if (message.type === 'failed') emit('payment.failed', { error: message.error });
      if (message.type === 'success' && tearDown()) {
        emit('payment.success', message.result);
        if (options.handler) options.handler(message.result);
      }
    };

    this.on = (event, listener) => {
      listeners[event] = [...(listeners[event] || []), listener];
      return this;
    };

    this.close = () => dismiss();

    this.open = () => {
      if (overlay) return this;
      if (options.redirect && options.callback_url) {
        // For browsers that cannot show a frame: the dialog takes the whole window.
        const { origin } = window.location;
        sendForm(`${base}/v1/checkout/session`, { options: JSON.stringify(options), origin });
        return this;
      }
      before = { focus: document.activeElement, overflow: document.documentElement.style.overflow };
      overlay = document.createElement('div');
      overlay.className = 'razorpay-container';
      overlay.role = 'dialog';
      overlay.ariaModal = 'true';
      overlay.ariaLabel = 'Checkout (test mode)';
      Object.assign(overlay.style, { position: 'fixed', inset: '0', zIndex: '2147483647' });
      const window_ = document.createElement('iframe');
      window_.className = 'razorpay-checkout-frame';
      window_.title = 'Checkout (test mode)';
      window_.allow = 'payment';
      window_.src = `${base}/v1/checkout/public`;
      Object.assign(window_.style, { width: '100%', height: '100%', border: '0', colorScheme: 'normal' });
      overlay.append(window_);
      window.addEventListener('message', hear);
      window.addEventListener('keydown', press, true);
      document.body.append(overlay);
      document.documentElement.style.overflow = 'hidden';
      window_.focus();
      if (options.timeout) timer = setTimeout(() => dismiss('timeout'), options.timeout * 1000);
      return this;
    };
  }

  construct.open = (options) => new construct(options).open();
  window.Razorpay = construct;
})();
