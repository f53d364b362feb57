/** Leaves the page with a POST of these fields, as a form does. Served in front of the scripts that use it. */
// biome-ignore lint/correctness/noUnusedVariables: the scripts that it is served in front of use it.
const sendForm = (action, fields) => {
  const form = Object.assign(document.createElement('form'), { method: 'post', action });
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
};
