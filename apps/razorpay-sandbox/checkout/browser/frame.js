// Runs in the checkout's frame. Swaps pages by script, because navigations would add entries to the visitor's history.
let data = JSON.parse(document.currentScript.dataset.frame);
let isSending = false;

const cancelled = {
  code: 'BAD_REQUEST_ERROR',
  reason: 'payment_cancelled',
  description: 'The payment was cancelled.',
};

/** Sends the result of the checkout to the shop. */
const sendToShop = (message) => {
  if (!data.callback) return window.parent.postMessage(message, data.origin);
  // Outside a frame, the result is posted as a form. Errors have Razorpay's field names.
  const { result, error = cancelled } = message;
  const fields = Object.entries(error).map(([name, value]) => [
    `error[${name}]`,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  sendForm(data.callback, result ?? Object.fromEntries(fields));
};
const close = () => sendToShop({ type: 'dismiss' });

const focusPage = () => {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (document.querySelector('[autofocus]') ?? heading)?.focus();
  if (data.message) sendToShop(data.message);
};

const loadPage = async (address, body) => {
  // A second click would start a second attempt.
  if (isSending) return;
  isSending = true;
  try {
    const response = await fetch(address, body ? { method: 'POST', body } : {});
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    data = JSON.parse(page.querySelector('script[data-frame]').dataset.frame);
    document.title = page.title;
    document.body.replaceWith(page.body);
    focusPage();
  } finally {
    isSending = false;
  }
};

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (link) {
    event.preventDefault();
    void loadPage(link.href);
  }
  if (event.target.closest('[data-close]')) close();
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  void loadPage(form.action, new URLSearchParams(new FormData(form, event.submitter)));
});
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
});
window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.data?.type !== 'open') return;
  const { options } = event.data;
  void loadPage('/v1/checkout/session', new URLSearchParams({ options, origin: event.origin }));
});
if (window.parent !== window) sendToShop({ type: 'ready' });
