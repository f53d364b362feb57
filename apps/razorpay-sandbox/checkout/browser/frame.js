// Runs in the dialog's frame: hands the options in, and tells the page that opened it what happened.
(() => {
  const data = JSON.parse(document.currentScript.dataset.frame);
  const tell = (message) => window.parent.postMessage(message, data.origin);
  const form = document.getElementById('open');

  if (form) {
    window.addEventListener('message', (event) => {
      if (event.source !== window.parent || !event.data || event.data.type !== 'open') return;
      form.elements.options.value = JSON.stringify(event.data.options);
      form.elements.origin.value = event.origin;
      form.submit();
    });
    tell({ type: 'ready' });
  }

  const close = () => {
    if (data.confirmClose && !window.confirm('Do you want to leave the payment?')) return;
    tell({ type: 'dismiss' });
  };
  for (const button of document.querySelectorAll('[data-close]')) button.addEventListener('click', close);
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && data.escape) close();
  });
  // A second press of a button would begin a second attempt.
  for (const one of document.querySelectorAll('form'))
    one.addEventListener('submit', (event) => {
      if (one.dataset.sent) event.preventDefault();
      one.dataset.sent = 'yes';
    });

  const first = document.querySelector('[autofocus], h1');
  if (first) {
    if (first.tagName === 'H1') first.tabIndex = -1;
    first.focus();
  }
  if (data.message) tell(data.message);
})();
