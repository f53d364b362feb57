import { useRef, useState, useSyncExternalStore } from 'react';
import { holdsWholeText, longestAddress } from '#web/contracts/phone.ts';

/** An enquiry as sent; `chat` is the URL that holds the text, or its beginning if it is too long for one. */
export type Sent = { name: string; text: string; chat: string };
/** `isWaiting`: written while offline, and not sent since. */
export type SentOrWaiting = Sent & { isWaiting?: boolean };

type Props = SentOrWaiting & { email: string; onRemove(): void };

const sentText = 'Did WhatsApp not open? Your enquiry is still here until you leave this page.';
const longText =
  'Your enquiry is too long for WhatsApp to open with all of it: the chat begins with its first part. Copy the whole text here, then open WhatsApp and paste it there.';
const waitingTexts = {
  offline: 'You are offline. Your enquiry is kept on this device until you send it or close this tab.',
  online: 'You are online again. Your enquiry is not sent yet: please open WhatsApp now.',
};

const storageKey = 'enquiry';

/** Keeps what was written offline until it is sent or removed, at most until the tab is closed. */
export function storeOffline(written: Sent | undefined) {
  try {
    if (written) sessionStorage.setItem(storageKey, JSON.stringify(written));
    else sessionStorage.removeItem(storageKey);
  } catch {}
}

export function storedOffline(): Sent | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function subscribeToConnection(changed: () => void) {
  for (const type of ['online', 'offline']) addEventListener(type, changed);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, changed);
  };
}

/** False if the window is blocked. */
export function openChat(chat: string): boolean {
  // Not "noopener": it returns null, like a blocked window.
  const opened = window.open(chat, '_blank');
  if (opened) opened.opener = null;
  return opened !== null;
}

/** The last enquiry, in case the chat did not open; kept only in the page. */
export function SentPanel({ name, text, chat, email, isWaiting, onRemove }: Props) {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  const area = useRef<HTMLTextAreaElement>(null);
  const [hint, setHint] = useState('');
  const mail = `mailto:${email}?subject=${encodeURIComponent(`Enquiry from ${name}`)}`;
  const wholeMail = `${mail}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  const isTooLong = wholeMail.length > longestAddress;
  const isShortened = !holdsWholeText(chat, text);
  const sentOrWaiting = isWaiting ? waitingTexts[isOnline ? 'online' : 'offline'] : sentText;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setHint('Copied. Paste it where you want to send it from.');
    } catch {
      // Refused, or unavailable without https.
      area.current?.focus();
      area.current?.select();
      setHint('This browser does not let us copy it. The text is selected: please copy it yourself.');
    }
  }

  return (
    <section className="notice mt-5 grid gap-3 p-4">
      {isWaiting || !isShortened ? <p>{sentOrWaiting}</p> : null}
      {isShortened ? <p>{longText}</p> : null}
      <textarea
        ref={area}
        readOnly
        dir="auto"
        rows={4}
        value={text}
        aria-label="What you wrote"
        className="field"
      />
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="action"
          onClick={() => {
            if (isWaiting && isOnline) storeOffline(undefined);
            if (!openChat(chat)) location.assign(chat);
          }}
        >
          {isWaiting || isShortened ? 'Open WhatsApp' : 'Open WhatsApp again'}
        </button>
        <button type="button" className="action" onClick={copy}>
          Copy the text
        </button>
        {email ? (
          <a href={isTooLong ? mail : wholeMail} onClick={isTooLong ? copy : undefined} className="action">
            Send it as an e-mail
          </a>
        ) : null}
        <button type="button" className="row-link text-muted text-sm underline" onClick={onRemove}>
          Remove it from this page
        </button>
      </div>
      {hint ? <p className="text-sm">{hint}</p> : null}
    </section>
  );
}
