type Message = {
  heading: string;
  text: string;
  hint: string | null;
  actions: { label: string; href: string }[];
};

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A message as a page that needs no other file. */
export function messageHtml({ heading, text, hint, actions }: Message): string {
  const links = actions.map(({ label, href }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`);
  return `<!DOCTYPE html><html lang="en-IN"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><meta name="color-scheme" content="light dark"/><meta name="robots" content="noindex"/><title>${escapeHtml(heading)}</title><style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:40rem;margin:20vh auto;padding:0 1rem}a{margin-right:1.5rem}</style></head><body><main id="content"><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${hint ? `<p>${escapeHtml(hint)}</p>` : ''}<p>${links.join('')}</p></main></body></html>`;
}
