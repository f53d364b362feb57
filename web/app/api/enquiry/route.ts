import { contactLinks } from '#web/content/contact-links.ts';
import { findExistingPage } from '#web/content/find-page.ts';
import { chatHref } from '#web/content/links.ts';
import type { Site } from '#web/content/types.ts';
import { ContentUnavailable, catchUnavailable } from '#web/content/unavailable.ts';
import { holdsWholeText } from '#web/contracts/phone.ts';
import { storeEnquiry } from '#web/enquiry/copies.ts';
import {
  chatText,
  type Enquiry,
  type EnquiryLabels,
  honeypotField,
  missingFields,
  missingMessage,
  readEnquiry,
  readLabels,
} from '#web/enquiry/enquiry.ts';
import { readBody } from '#web/http/body.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { getForm } from '#web/http/form-dependencies.ts';
import { contactLink, messageResponse } from '#web/http/message-html.ts';
import { retryAfter } from '#web/http/retry-after.ts';
import { log } from '#web/log.ts';
import type { Source } from '#web/visits/source.ts';
import { countVisit, isSentFromPage, sourceOfRequest, waitToCount } from '#web/visits/visits.ts';

/** In bytes. Fits 4,000 Hindi letters with combining signs, percent-encoded as in a form sent without JavaScript. */
const maxBody = 256 * 1024;

/** Matches a path on this site, as the browser reports it. */
const pathPattern = /^\/(?!\/)[\w./%~-]{0,200}$/;

/**
 * Receives the enquiry form. Without JavaScript, the response redirects to the chat with the enquiry filled in. If the
 * enquiry was stored or is too long for a URL, the response is a page that links to the chat. With JavaScript, the page
 * opens the chat itself, and only posts a copy (`copy`), which gets 204. Enquiries are never logged, and stored only if
 * the owner has switched copies on. Responds with 400 if a required field is blank, 400 for an unknown
 * form, 413 for a large body, and 429 or 503 if a copy was not stored.
 */
export const POST = catchUnavailable(receive);

/** A reload, or an address bar that remembers the form's address. */
export const GET = () => new Response(null, { status: 303, headers: { location: '/contact' } });

async function receive(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (form instanceof Response) return form;
  const enquiry = readEnquiry(form);
  const isCopy = form.get('copy') === 'only';
  const target = await findForm(form.get('path')).catch((error: unknown) => {
    if (isCopy || !(error instanceof ContentUnavailable)) throw error;
    return 'unavailable' as const;
  });
  if (target === 'unavailable') return notSent(enquiry);
  if (!target)
    return plainText(400, 'This form is no longer here. Please write to us from the contact page.');
  const { site, page, section } = target;
  const labels = readLabels(section);
  const missing = missingFields(enquiry);
  if (missing.length > 0) return incomplete(missing.map((field) => labels[field]));
  if (!isCopy && form.get(honeypotField)) return notSent(enquiry, labels);
  const source = sourceOfRequest(request.url, {});
  const outcome = await storeCopy(enquiry, site.enquiryCopies, {
    beganOn: firstPage(form) ?? page.path,
    source,
    client: clientAddress(request.headers),
    recipient: site.enquiryCopies?.recipient || site.email,
    labels,
  });
  const isNew = isCopy ? outcome === 'stored' : outcome !== 'known' && outcome !== 'limited';
  if (isNew && !form.get(honeypotField)) await countEnquiry(request, page.path, source);
  if (isCopy) return new Response(null, { status: outcome ? statuses[outcome] : 204 });
  const text = chatText(enquiry, labels, section.signOff);
  const chat = chatHref(site, text);
  const hasArrived = outcome === 'stored' || outcome === 'known';
  if (hasArrived || !holdsWholeText(chat, text))
    return linkToChat(hasArrived, { chat, text, path: page.path });
  return new Response(null, { status: 303, headers: { location: chat, 'cache-control': 'no-store' } });
}

const statuses = { stored: 204, known: 204, limited: 429, failed: 503 };

async function readForm(request: Request): Promise<FormData | Response> {
  const body = await readBody(request, maxBody);
  if (!(body instanceof Uint8Array))
    return body.status === 413
      ? tooLong()
      : plainText(body.status, 'This enquiry arrived incomplete. Please send it again.');
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    return await new Response(body, { headers }).formData();
  } catch {
    return plainText(400, 'This enquiry could not be read. Please go back and send the form again.');
  }
}

/** Finds the page at a path and its enquiry form. */
async function findForm(path: FormDataEntryValue | null) {
  const found = typeof path === 'string' && path.startsWith('/') ? await findExistingPage(path) : null;
  const section = found?.page?.sections.find(({ _type }) => _type === 'enquiryForm');
  if (!found?.page || section?._type !== 'enquiryForm') return undefined;
  return { ...found, section };
}

/** Returns the path of the page that led to the form, if the browser reports one. */
function firstPage(form: FormData): string | undefined {
  const from = form.get('from');
  return typeof from === 'string' && pathPattern.test(from) ? from : undefined;
}

/** Stores a copy if the owner has switched copies on. Never rejects: a failure must not keep a visitor from the chat. */
async function storeCopy(
  enquiry: Enquiry,
  copies: Site['enquiryCopies'] | undefined,
  copy: Omit<Parameters<typeof storeEnquiry>[2], 'days'>,
) {
  if (!copies?.keep || !copies.days) return undefined;
  try {
    return await storeEnquiry(await getForm('enquiries'), enquiry, { ...copy, days: copies.days });
  } catch (reason) {
    log('error', 'storing an enquiry failed', { reason });
    return 'failed';
  }
}

/** Counts an enquiry that a person sent from the form. */
async function countEnquiry(request: Request, path: string, source: Source | undefined) {
  const headers = Object.fromEntries(request.headers);
  if (!isSentFromPage(headers)) return;
  const wait = await waitToCount('enquiry', clientAddress(request.headers)).catch(() => 0);
  if (wait === 0) countVisit({ path, source, kind: 'enquiry' });
}

/** Says whether a copy has arrived, and links to the chat. If the link holds only part of the text, shows all of it. */
function linkToChat(
  hasArrived: boolean,
  { chat, text, path }: Record<'chat' | 'text' | 'path', string>,
): Response {
  const isPart = !holdsWholeText(chat, text);
  const message = hasArrived
    ? {
        heading: 'Your enquiry has arrived',
        text: 'We have received it and will reply. You do not need to do anything else.',
        hint: isPart
          ? `Would you rather chat? WhatsApp opens with the beginning of your message. ${pasteRest}`
          : 'Would you rather chat? WhatsApp opens with the same message. Press send there.',
      }
    : {
        heading: 'One more step',
        text: 'Nothing has been sent yet. Your message is too long for WhatsApp, so the chat opens with only its first part.',
        hint: pasteRest,
      };
  return messageResponse(200, {
    ...message,
    form: isPart ? showText(text) : '',
    links: [
      { href: chat, label: 'Open WhatsApp' },
      { href: path, label: 'Back to the website' },
    ],
  });
}

/** Returns a text that visitors can copy, as HTML. */
const showText = (text: string) =>
  `<p><label>Your message<textarea readonly dir="auto" rows="10">\n${escapeMarkup(text)}</textarea></label></p>`;

const pasteRest = 'Select all of the text below and copy it, then open WhatsApp and paste it there.';

/** Asks a visitor without scripts, whose browser still has the form, for the required fields. */
const incomplete = (labels: string[]) =>
  messageResponse(400, {
    heading: 'Nearly there',
    text: `${missingMessage}: ${labels.join(', ')}.`,
    hint: 'Nothing was sent yet. Go back in your browser: what you typed is still in the form.',
  });

/** Used without the form's section, while the content API is unavailable. */
const plainLabels: EnquiryLabels = {
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  company: 'Company',
  service: 'Service',
  message: 'Message',
};

/** Shows what a visitor typed, with ways to send it: the content API is unavailable, or the sender seems to be a robot. */
function notSent(enquiry: Enquiry, labels?: EnquiryLabels): Response {
  const text = chatText(enquiry, labels ?? plainLabels, '').trimEnd();
  const message = {
    heading: 'Your enquiry was not sent',
    text: 'We could not take it just now. Nothing that you typed is lost.',
    hint: 'Send it on WhatsApp, or call us. If the chat shows only a part, copy your message from below.',
    form: showText(text),
    links: [...contactLinks(text), contactLink],
  };
  return labels ? messageResponse(400, message) : messageResponse(503, message, retryAfter);
}

const tooLong = () =>
  messageResponse(413, {
    heading: 'This enquiry is too long',
    text: 'Nothing was sent. Go back in your browser. Your text is still in the form.',
    hint: 'Please shorten the message and send it again, or send us the full text by e-mail.',
  });

function plainText(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
