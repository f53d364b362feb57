import { findPageIfThere } from '#web/content/find-page.ts';
import { chatHref } from '#web/content/links.ts';
import { withContent } from '#web/content/unavailable.ts';
import { getEnquiries } from '#web/enquiry/enquiries.ts';
import { chatText, labelsOf, missingFields, missingMessage, readEnquiry } from '#web/enquiry/enquiry.ts';
import { keepEnquiry } from '#web/enquiry/kept.ts';
import { readBody } from '#web/http/body.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { log } from '#web/log.ts';

/** Bytes; a form of this size is no enquiry. */
const maxBody = 64 * 1024;

/** A path of the site, as far as a browser says it. */
const pathPattern = /^\/(?!\/)[\w./%~-]{0,200}$/;

/**
 * The enquiry form without JavaScript: answers with the way to the chat, with the enquiry written in it. With it, the
 * form's scripts send a copy (`copy`), which is answered by 204. While the owner keeps copies both leave one, otherwise
 * nothing is stored; nothing is ever logged. 400 for a blank required field or a form that does not exist, 413 for a body
 * that is too large, 429 and 503 for a copy that could not be kept.
 */
export const POST = withContent(async (request: Request) => {
  const body = await readBody(request, maxBody);
  if (!(body instanceof Uint8Array))
    return answer(body.status, 'This enquiry is too long. Please shorten it and send it again.');
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
  if (missingFields(enquiry).length > 0) return answer(400, missingMessage);
  const { site, page } = found;
  const labels = labelsOf(section);
  const from = form.get('from');
  const beganOn = typeof from === 'string' && pathPattern.test(from) ? from : page.path;
  const { keep, recipient, days } = site.enquiryCopies ?? {};
  const copy = async (lifetime: number) =>
    keepEnquiry(await getEnquiries(), enquiry, {
      beganOn,
      client: clientAddress(request.headers),
      recipient: recipient || site.email,
      days: lifetime,
      labels,
    });
  const outcome = keep && days ? await copy(days).catch(failed) : undefined;
  if (form.get('copy') === 'only') return new Response(null, { status: outcome ? statuses[outcome] : 204 });
  const chat = chatHref(site, chatText(enquiry, labels, section.signOff));
  if (outcome === 'kept') return arrived(chat, page.path);
  return new Response(null, { status: 303, headers: { location: chat, 'cache-control': 'no-store' } });
});

const statuses = { kept: 204, limited: 429, failed: 503 };

/** A copy that cannot be kept never stands between a visitor and the chat. */
function failed(reason: unknown) {
  log('error', 'keeping an enquiry failed', { reason });
  return 'failed' as const;
}

/** A page without scripts that says what happened; the chat is for whoever has it. */
function arrived(chat: string, formPath: string): Response {
  const html = messageHtml({
    heading: 'Your enquiry has arrived',
    text: 'We have a copy of it and will answer you. There is nothing more that you need to do.',
    hint: 'Would you rather chat? WhatsApp opens with the same message written; press send there.',
    links: [
      { href: chat, label: 'Open WhatsApp' },
      { href: formPath, label: 'Back to the website' },
    ],
  });
  return new Response(html, { headers: messageHeaders });
}

function answer(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
