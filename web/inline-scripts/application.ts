/** Runs after the application form, which works without it. */

const form = document.currentScript?.previousElementSibling;

if (form instanceof HTMLFormElement) {
  // Identifies this filled-in form, so that sending it again after an interruption makes no second application.
  const key = form.elements.namedItem('key');
  const random = [...crypto.getRandomValues(new Uint8Array(16))];
  if (key instanceof HTMLInputElement) key.value ||= random.map((byte) => byte.toString(36)).join('-');

  // Says that a file is too large before a slow line has sent it.
  const file = form.elements.namedItem('cv');
  if (file instanceof HTMLInputElement)
    file.addEventListener('change', () => {
      const [{ size = 0 } = {}] = file.files ?? [];
      file.setCustomValidity(size > Number(file.dataset.most) ? (file.dataset.hint ?? '') : '');
    });
}
