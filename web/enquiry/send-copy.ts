import { minute } from '#web/contracts/durations.ts';
import { withSource } from '#web/contracts/report-visit.ts';

/** Milliseconds before each attempt: the site may be restarting. */
const pauses = [0, 2_000, 8_000, 30_000];

/** Bytes that browsers send after a page is left: 64 KiB, with what surrounds the fields. */
const mostAfterwards = minute;

/**
 * Sends the site a copy in the background: the chat is the visitor's way. The browser finishes it after the page is
 * left, and the site stores it once, however often it comes.
 */
export async function sendCopy(form: FormData): Promise<void> {
  form.set('copy', 'only');
  const before = URL.parse(document.referrer);
  if (before?.origin === location.origin) form.set('from', before.pathname);
  const keepalive = new Blob([...form.values()]).size < mostAfterwards;
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!navigator.onLine)
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    const address = withSource('/api/enquiry');
    const answer = await fetch(address, { method: 'POST', body: form, keepalive }).catch(() => null);
    if (answer && answer.status < 500) return;
  }
}
