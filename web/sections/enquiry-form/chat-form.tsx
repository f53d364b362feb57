'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { reportVisit } from '#web/browser/attribution.ts';
import { ErrorSummary } from '#web/components/error-summary/error-summary.tsx';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { controlIn, Field, TextField } from '#web/components/field/field.tsx';
import { useNotices } from '#web/components/toast/notices.tsx';
import { second } from '#web/contracts/durations.ts';
import { chatAddress, holdsWholeText } from '#web/contracts/phone.ts';
import { reference } from '#web/contracts/text.ts';
import {
  chatText,
  type Enquiry,
  type EnquiryField,
  type EnquiryLabels,
  fieldError,
  honeypotField,
  missingFields,
  missingMessage,
  phoneHint,
  readEnquiry,
  requiredFields,
} from '#web/enquiry/enquiry.ts';
import { sendCopy } from '#web/enquiry/send-copy.ts';
import { useHydrated } from '#web/islands/use-hydrated.ts';
import { openChat, type SentOrWaiting, SentPanel } from './sent-panel.tsx';
import { restoreDraft, storeDraft, storedOffline, storeOffline } from './storage.ts';

/** Milliseconds, from the specification: duration of the success toast, and delays before the chat and the reset. */
const timing = { notice: 3 * second, openWindow: 500, reset: second };

const emailProblem = 'Enter an e-mail address, for example name@company.com';

type ChatFormProps = {
  /** Prefix of the fields' ids, unique on the page. */
  id: string;
  labels: EnquiryLabels;
  placeholders: Partial<Record<EnquiryField, string | null>>;
  optionalLabel: string;
  services: { label: string; value: string }[];
  submitLabel: string;
  signOff: string;
  /** The agency's WhatsApp number, digits only. */
  chatNumber: string;
  /** The agency's e-mail address, or empty. */
  email: string;
  /** Path of the page with the form, for submitting without JavaScript. */
  path: string;
  /** Whether the form also sends a copy to the site. */
  sendsCopy: boolean;
  preset: Pick<Enquiry, 'service' | 'message'>;
};

/** Opens a WhatsApp chat with the enquiry filled in. The site receives nothing unless `sendsCopy` is set. */
export function ChatForm({
  id,
  labels,
  placeholders,
  optionalLabel,
  services,
  submitLabel,
  signOff,
  chatNumber,
  email,
  path,
  sendsCopy,
  preset,
}: ChatFormProps) {
  const { notify, clearNotices, notices } = useNotices();
  const form = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const isHydrated = useHydrated(form);
  const [problems, setProblems] = useState<Partial<Record<EnquiryField, string>>>({});
  const [refused, setRefused] = useState<[id: string, message: string][]>([]);
  const [hint, setHint] = useState<string>();
  const [sent, setSent] = useState<SentOrWaiting>();

  useEffect(() => {
    restoreDraft(form.current);
    const stored = storedOffline();
    if (stored) setSent({ ...stored, isWaiting: true });
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending.current) return;
    clearNotices();
    const enquiry = enquiryIn(form.current);
    const blank = missingFields(enquiry);
    const address = controlIn(form.current, 'email');
    // A pasted address may contain invisible characters, which the browser's validation rejects.
    if (address) address.value = enquiry.email;
    const found = [
      ...blank.map((name) => [name, fieldError(name)] as const),
      ...(address?.validity.typeMismatch ? [['email', emailProblem] as const] : []),
    ];
    setProblems(Object.fromEntries(found));
    setRefused(found.map(([name, message]) => [`${id}-${name}`, message]));
    if (blank[0]) notify({ title: missingMessage, tone: 'error', duration: 6 * second });
    if (found[0]) return controlIn(form.current, found[0][0])?.focus();
    if (sendsCopy && form.current) void sendCopy(new FormData(form.current));
    else reportVisit('enquiry');
    const text = chatText(enquiry, labels, signOff);
    const chat = chatAddress(chatNumber, text);
    const written = { name: enquiry.name, text, chat };
    if (!navigator.onLine) {
      storeOffline(written);
      storeDraft();
      return setSent({ ...written, isWaiting: true });
    }
    storeOffline();
    // If the text is too long for the chat's URL, show the panel first, with the whole text. The form keeps the text.
    if (!holdsWholeText(chat, text)) return setSent(written);
    isSending.current = true;
    setSent(undefined);
    notify({
      title: 'Opening WhatsApp... Please complete your inquiry there!',
      tone: 'success',
      duration: timing.notice,
    });
    setTimeout(() => {
      if (!openChat(chat))
        notify({
          title: 'Please allow pop-ups to send via WhatsApp',
          tone: 'error',
          duration: Number.POSITIVE_INFINITY,
          action: { label: 'Open WhatsApp', href: chat },
        });
    }, timing.openWindow);
    setTimeout(() => {
      form.current?.reset();
      // `reset` restores values preset by a link, so clear them as well.
      const [message, service] = ['message', 'service'].map((name) => form.current?.elements.namedItem(name));
      if (message instanceof HTMLTextAreaElement) message.value = '';
      if (service instanceof HTMLSelectElement) service.selectedIndex = 0;
      storeDraft();
      setSent(written);
      isSending.current = false;
    }, timing.reset);
  }

  const control = (name: EnquiryField) => ({
    name,
    required: requiredFields.some((one) => one === name),
    placeholder: placeholders[name] ?? undefined,
    dir: 'auto',
  });
  const field = (name: EnquiryField) => ({
    id: `${id}-${name}`,
    label: labels[name],
    error: problems[name],
  });

  return (
    <>
      <form
        ref={form}
        {...agentTool('prepare_enquiry', 'Fills in an enquiry to the agency. A person checks and sends it.')}
        // Without JavaScript, the server redirects to the same chat.
        action="/api/enquiry"
        method="post"
        onSubmit={submit}
        onInput={(event) => {
          storeDraft(event.currentTarget);
          const name = event.target instanceof HTMLElement ? event.target.getAttribute('name') : null;
          if (name === 'phone') setHint(undefined);
          setProblems((current) => ({ ...current, [name ?? '']: undefined }));
        }}
        onBlur={({ target, relatedTarget }) => {
          // A hint that appears while the button is pressed would move the button away from the pointer.
          const isOnward =
            relatedTarget instanceof HTMLElement && !(relatedTarget instanceof HTMLButtonElement);
          if (!isOnward || !(target instanceof HTMLInputElement)) return;
          if (target.name === 'phone') setHint(phoneHint(target.value));
          if (target.name === 'email') target.value = reference(target.value);
          if (target.validity.typeMismatch)
            setProblems((current) => ({ ...current, [target.name]: emailProblem }));
        }}
        // The browser's messages would hide our toast. Without scripts they are useful.
        noValidate={isHydrated}
        className="grid gap-5"
      >
        <input type="hidden" name="path" value={path} />
        {/* A honeypot: bots fill in every field. */}
        <label hidden>
          <span>Leave this field empty</span>
          <input name={honeypotField} autoComplete="off" />
        </label>
        <ErrorSummary heading="There is a problem" problems={refused} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('name')} input={{ ...control('name'), autoComplete: 'name' }} />
          <TextField
            {...field('company')}
            optional={optionalLabel}
            input={{ ...control('company'), autoComplete: 'organization' }}
          />
          <TextField
            {...field('email')}
            input={{ ...control('email'), type: 'email', autoComplete: 'email' }}
          />
          <TextField
            {...field('phone')}
            help={hint}
            input={{ ...control('phone'), type: 'tel', autoComplete: 'tel' }}
          />
        </div>
        <Field {...field('service')}>
          {(attributes) => (
            <select {...attributes} name="service" defaultValue={preset.service}>
              {services.map(({ label, value }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field {...field('message')}>
          {(attributes) => (
            <textarea {...attributes} {...control('message')} defaultValue={preset.message} rows={5} />
          )}
        </Field>
        <button
          type="submit"
          aria-describedby={`${id}-note`}
          className="action action-primary justify-self-start"
        >
          {submitLabel}
        </button>
      </form>
      {notices}
      <div aria-live="polite" className="print:hidden">
        {sent ? (
          <SentPanel
            {...sent}
            key={sent.text}
            email={email}
            onRemove={() => {
              setSent(undefined);
              storeOffline();
              form.current?.querySelector('button')?.focus();
            }}
          />
        ) : null}
      </div>
    </>
  );
}

function enquiryIn(form: HTMLFormElement | null): Enquiry {
  return readEnquiry(new FormData(form ?? undefined));
}
