// Requests a passkey from the browser and submits the result with the button's form.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = SimpleWebAuthnBrowser;

for (const button of document.querySelectorAll('button[data-options]')) {
  const { form } = button;
  const problem = form.querySelector('[data-problem]');
  if (!browserSupportsWebAuthn()) continue;
  for (const part of form.querySelectorAll('[data-needs-passkeys]')) part.hidden = false;
  button.addEventListener('click', async () => {
    const optionsJSON = JSON.parse(button.dataset.options);
    const name = form.elements.namedItem('name');
    if (name && !name.reportValidity()) return;
    problem.textContent = '';
    button.disabled = true;
    try {
      if (optionsJSON.user) {
        if (name) Object.assign(optionsJSON.user, { name: name.value, displayName: name.value });
        form.elements.namedItem('passkey').value = JSON.stringify(await startRegistration({ optionsJSON }));
      } else
        form.elements.namedItem('passkey').value = JSON.stringify(await startAuthentication({ optionsJSON }));
      form.submit();
    } catch (error) {
      button.disabled = false;
      problem.textContent =
        error.name === 'InvalidStateError'
          ? 'This device already has a passkey for you.'
          : 'The passkey was cancelled or did not work. Try again, or use a password.';
    }
  });
}
