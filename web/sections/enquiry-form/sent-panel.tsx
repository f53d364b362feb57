import { useRef, useState, useSyncExternalStore } from 'react';
import { holdsWholeText, longestAddress } from '#web/contracts/phone.ts';
import { storedInTab, storeInTab } from './tab-storage.ts';

/** A sent enquiry. `chat` is the WhatsApp URL with the text, or with its beginning if the text is too long for a URL. */
export type Sent = { name: string; text: string; chat: string };
/** `isWaiting`: the enquiry was written offline and has not been sent yet. */
export type SentOrWaiting = Sent & { isWaiting?: boolean };

type Props = SentOrWaiting & { email: string; onRemove(): void };

const sentText = 'Did WhatsApp not open? Your enquiry is still here until you leave this page.';
const longText =
  'Your enquiry is too long for WhatsApp to open in full, so the chat starts with the first part. Copy the whole text here, then open WhatsApp and paste it.';
const waitingTexts = {
  offline: 'You are offline. Your enquiry is saved on this device until you send it or close this tab.',
  online: 'You are online again. Your enquiry is not sent yet. Open WhatsApp to send it.',
};

const storageKey = 'enquiry';

/** Stores an enquiry written offline until it is sent or removed, at most until the tab is closed. */
export const storeOffline = (written: Sent | undefined) => storeInTab(storageKey, written);

export const storedOffline = () => storedInTab<Sent>(storageKey);

function subscribeToConnection(changed: () => void) {
  for (const type of ['online', 'offline']) addEventListener(type, changed);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, changed);
  };
}

/** Opens the chat in a new window. Returns false if the browser blocks it. */
export function openChat(chat: string): boolean {
  // No "noopener": with it, `window.open` returns null, as for a blocked window.
  const opened = window.open(chat, '_blank');
  if (opened) opened.opener = null;
  return opened !== null;
}

/** Shows the last enquiry with buttons to send it again, in case the chat did not open. */
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
      setHint('Copied. Paste it into WhatsApp or an e-mail.');
    } catch {
      // The browser refused to copy, or the page is not served over HTTPS.
      area.current?.focus();
      area.current?.select();
      setHint('Your browser did not allow copying. The text is selected: please copy it yourself.');
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
        aria-label="Your enquiry"
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
