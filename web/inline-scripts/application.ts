/** Runs after the application form, which works without it. */

const form = document.currentScript?.previousElementSibling;

if (form instanceof HTMLFormElement) {
  // Says that a file is too large before a slow line has sent it.
  const file = form.elements.namedItem('cv');
  if (file instanceof HTMLInputElement)
    file.addEventListener('change', () => {
      const [{ size = 0 } = {}] = file.files ?? [];
      file.setCustomValidity(size > Number(file.dataset.most) ? (file.dataset.hint ?? '') : '');
    });
}
