import { withAttribution } from '#web/browser/attribution.ts';
import { second } from '#web/contracts/durations.ts';

/** Milliseconds before each attempt. The site may be restarting. */
const pauses = [0, 2 * second, 8 * second, 30 * second];

/** Bytes. Browsers send at most 64 KiB after a page is left, including the form encoding. */
const maxKeepalive = 60 * 1000;

/**
 * Sends a copy of the enquiry to the site in the background, while the visitor goes to the chat. The browser finishes the
 * request after the page is left. The site stores the copy once, even if it arrives several times.
 */
export async function sendCopy(form: FormData): Promise<void> {
  form.set('copy', 'only');
  const referrer = URL.parse(document.referrer);
  if (referrer?.origin === location.origin) form.set('from', referrer.pathname);
  const keepalive = new Blob([...form.values()]).size < maxKeepalive;
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!navigator.onLine)
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    const address = withAttribution('/api/enquiry');
    const response = await fetch(address, { method: 'POST', body: form, keepalive }).catch(() => null);
    if (response && response.status < 500) return;
  }
}
