/** Submits a form with these fields, which leaves the page. The server prepends this file to the scripts that use it. */
// biome-ignore lint/correctness/noUnusedVariables: the scripts that follow this one use it.
const sendForm = (action, fields) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
};
