/** A sent enquiry. `chat` is the WhatsApp URL with the text, or with its beginning if the text is too long for a URL. */
export type Sent = { name: string; text: string; chat: string };

/** Stores a value until the tab is closed. Undefined removes it. */
function store(key: string, value: object | undefined) {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {}
}

function stored(key: string) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {}
}

/** Stores an enquiry written offline until it is sent or removed. */
export const storeOffline = (written?: Sent) => store('enquiry', written);
export const storedOffline = (): Sent | undefined => stored('enquiry');

/** Stores a half-written enquiry for a reload of the page. */
export const storeDraft = (form?: HTMLFormElement) =>
  store('enquiry-draft', form && { page: location.href, fields: [...new FormData(form)] });

/** Fills in the draft of this page, except in texts that the visitor has changed since the reload. */
export function restoreDraft(form: HTMLFormElement | null) {
  const { page, fields } = stored('enquiry-draft') ?? {};
  if (page !== location.href) return;
  for (const [name, value] of fields) {
    const field = form?.elements.namedItem(name) ?? {};
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    if (!isText || field.value === field.defaultValue) Object.assign(field, { value });
  }
}
