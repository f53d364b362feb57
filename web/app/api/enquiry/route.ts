import { findPageIfThere } from '#web/content/find-page.ts';
import { withContent } from '#web/content/unavailable.ts';
import { chatText, labelsOf, missingFields, missingMessage, readEnquiry } from '#web/enquiry/enquiry.ts';
import { readBody } from '#web/http/body.ts';

/** Bytes; a form of this size is no enquiry. */
const maxBody = 64 * 1024;

/**
 * The enquiry form without JavaScript: answers with the way to the chat, with the enquiry written in it. Nothing is
 * stored or logged. 400 for a blank required field or a form that does not exist, 413 for a body that is too large.
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
  const number = found.site.whatsapp.replaceAll(/\D/g, '');
  const text = encodeURIComponent(chatText(enquiry, labelsOf(section), section.signOff));
  return new Response(null, {
    status: 303,
    headers: { location: `https://wa.me/${number}?text=${text}`, 'cache-control': 'no-store' },
  });
});

function answer(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
