import { findPageIfThere } from '#web/content/find-page.ts';
import { chatHref } from '#web/content/links.ts';
import { withContent } from '#web/content/unavailable.ts';
import { holdsWholeText } from '#web/contracts/phone.ts';
import { getEnquiries } from '#web/enquiry/enquiries.ts';
import { chatText, labelsOf, missingFields, readEnquiry, trapField } from '#web/enquiry/enquiry.ts';
import { formAgain } from '#web/enquiry/form-again.ts';
import { keepEnquiry } from '#web/enquiry/kept.ts';
import { readBody } from '#web/http/body.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { escapeMarkup } from '#web/http/escape-markup.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { log } from '#web/log.ts';
import { queryOfSource } from '#web/visits/source.ts';
import { count, deviceOf, isSentFromPage, sourceOfRequest, waitToCount } from '#web/visits/visits.ts';

/** Bytes: 4,000 letters of Hindi, each with its signs, and as forms without scripts encode them. */
const maxBody = 256 * 1024;

const cutOff = 'This enquiry arrived in part. Please send it again.';

/** A path of the site as the browser reports it. */
const pathPattern = /^\/(?!\/)[\w./%~-]{0,200}$/;

/**
 * The enquiry form. Without JavaScript it redirects to the chat with the enquiry written in it, or shows the text where
 * that is too long for an address; with it, scripts post a copy (`copy`), answered by 204. Stored only while the owner keeps copies, never logged. 400 for a blank required
 * field, with the form again, or a missing form, 413 for a large body, 429 and 503 for a copy that was not kept.
 */
export const POST = withContent(async (request: Request) => {
  const body = await readBody(request, maxBody);
  if (!(body instanceof Uint8Array)) return body.status === 413 ? tooLong() : answer(body.status, cutOff);
  let form: FormData;
  try {
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    form = await new Response(body, { headers }).formData();
  } catch {
    return answer(400, 'This enquiry could not be read. Please go back and send the form again.');
  }
  const path = form.get('path');
  const found = typeof path === 'string' && path.startsWith('/') ? await findPageIfThere(path) : null;
  const section = found?.page?.sections.find(({ _type }) => _type === 'enquiryForm');
  const enquiry = readEnquiry(form);
  if (!found?.page || section?._type !== 'enquiryForm')
    return answer(400, 'This form is no longer here. Please write to us from the contact page.');
  const { site, page } = found;
  const labels = labelsOf(section);
  const cameFrom = sourceOfRequest(request.url, {});
  const isCopy = form.get('copy') === 'only';
  if (missingFields(enquiry).length > 0 || (!isCopy && form.get(trapField)))
    return formAgain({
      ...section,
      enquiry,
      labels,
      path: page.path,
      cameFrom: cameFrom === undefined ? '' : queryOfSource(cameFrom),
    });
  const from = form.get('from');
  const beganOn = typeof from === 'string' && pathPattern.test(from) ? from : page.path;
  const { keep, recipient, days } = site.enquiryCopies ?? {};
  const copy = async (lifetime: number) =>
    keepEnquiry(await getEnquiries(), enquiry, {
      beganOn,
      cameFrom,
      client: clientAddress(request.headers),
      recipient: recipient || site.email,
      days: lifetime,
      labels,
    });
  const outcome = keep && days ? await copy(days).catch(failed) : undefined;
  const headers = Object.fromEntries(request.headers);
  const isNew = isCopy ? outcome === 'kept' : outcome !== 'known' && outcome !== 'limited';
  const isFromPerson = isNew && !form.get(trapField) && isSentFromPage(headers);
  const mayCount = () => waitToCount('enquiry', clientAddress(request.headers)).catch(() => 0);
  if (isFromPerson && (await mayCount()) === 0)
    count({ path: page.path, source: cameFrom, device: deviceOf(headers), kind: 'enquiry' });
  if (isCopy) return new Response(null, { status: outcome ? statuses[outcome] : 204 });
  const text = chatText(enquiry, labels, section.signOff);
  const chat = chatHref(site, text);
  const hasArrived = outcome === 'kept' || outcome === 'known';
  if (hasArrived || !holdsWholeText(chat, text))
    return wayToChat(hasArrived, { chat, text, path: page.path });
  return new Response(null, { status: 303, headers: { location: chat, 'cache-control': 'no-store' } });
});

const statuses = { kept: 204, known: 204, limited: 429, failed: 503 };

/** A failed copy never keeps a visitor from the chat. */
function failed(reason: unknown) {
  log('error', 'keeping an enquiry failed', { reason });
  return 'failed' as const;
}

/** Without scripts: whether a copy has arrived, and the chat, with the whole text to copy if the chat holds only a part. */
function wayToChat(
  hasArrived: boolean,
  { chat, text, path }: Record<'chat' | 'text' | 'path', string>,
): Response {
  const isPart = !holdsWholeText(chat, text);
  const words = hasArrived
    ? {
        heading: 'Your enquiry has arrived',
        text: 'We have a copy of it and will answer you. There is nothing more that you need to do.',
        hint: isPart
          ? `Would you rather chat? WhatsApp opens with the beginning of your message. ${pasteRest}`
          : 'Would you rather chat? WhatsApp opens with the same message written; press send there.',
      }
    : {
        heading: 'One more step',
        text: 'Nothing was sent yet. Your message is too long for WhatsApp to open with all of it: the chat begins with its first part.',
        hint: pasteRest,
      };
  const html = messageHtml({
    ...words,
    form: isPart
      ? `<p><label>Your message<textarea readonly dir="auto" rows="10">\n${escapeMarkup(text)}</textarea></label></p>`
      : '',
    links: [
      { href: chat, label: 'Open WhatsApp' },
      { href: path, label: 'Back to the website' },
    ],
  });
  return new Response(html, { headers: messageHeaders });
}

const pasteRest = 'Select all of the text below and copy it, then open WhatsApp and paste it there.';

function tooLong(): Response {
  const html = messageHtml({
    heading: 'This enquiry is too long',
    text: 'Nothing was sent. Go back with your browser: what you typed is still in the form.',
    hint: 'Please shorten the message and send it again, or send us the long text by e-mail.',
    links: [{ href: '/contact', label: 'How to reach us' }],
  });
  return new Response(html, { status: 413, headers: messageHeaders });
}

function answer(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
