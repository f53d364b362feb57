// Runs in the dialog's frame. Pages are swapped, as navigations would fill the visitor's back button.
let data = JSON.parse(document.currentScript.dataset.frame);
let isSending = false;

const cancelled = {
  code: 'BAD_REQUEST_ERROR',
  reason: 'payment_cancelled',
  description: 'The payment was cancelled.',
};

const tell = (message) => {
  if (!data.callback) return window.parent.postMessage(message, data.origin);
  // As a page: the result goes to the shop as a form, an error in Razorpay's shape.
  const { result, error = cancelled } = message;
  const fields = Object.entries(error).map(([name, value]) => [
    `error[${name}]`,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  sendForm(data.callback, result ?? Object.fromEntries(fields));
};
const close = () => tell({ type: 'dismiss' });

const begin = () => {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  (document.querySelector('[autofocus]') ?? heading)?.focus();
  if (data.message) tell(data.message);
};

const ask = async (address, body) => {
  // A second click would begin a second attempt.
  if (isSending) return;
  isSending = true;
  try {
    const response = await fetch(address, body ? { method: 'POST', body } : {});
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    data = JSON.parse(page.querySelector('script[data-frame]').dataset.frame);
    document.title = page.title;
    document.body.replaceWith(page.body);
    begin();
  } finally {
    isSending = false;
  }
};

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (link) {
    event.preventDefault();
    void ask(link.href);
  }
  if (event.target.closest('[data-close]')) close();
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const form = event.target;
  void ask(form.action, new URLSearchParams(new FormData(form, event.submitter)));
});
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
});
window.addEventListener('message', (event) => {
  if (event.source !== window.parent || event.data?.type !== 'open') return;
  const { options } = event.data;
  void ask('/v1/checkout/session', new URLSearchParams({ options, origin: event.origin }));
});
if (window.parent !== window) tell({ type: 'ready' });
