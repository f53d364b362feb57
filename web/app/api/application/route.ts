import { applicationSchema, honeypotField } from '#web/applications/application.ts';
import { detectCvType } from '#web/applications/cv.ts';
import { type Cv, storeApplication } from '#web/applications/store.ts';
import { contactLinks } from '#web/content/contact-links.ts';
import { findExistingPage } from '#web/content/find-page.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { type FormWork, getForm } from '#web/http/form-dependencies.ts';
import { contactLink, messageResponse } from '#web/http/message-html.ts';
import { listNetworks } from '#web/http/rate-limit.ts';
import { retryAfter } from '#web/http/retry-after.ts';
import { maxUpload, readUploads } from '#web/http/uploads.ts';
import { log } from '#web/log.ts';

/** Bytes. Leaves room for the texts in addition to the CV. */
const maxBody = maxUpload + 64 * 1024;
/** Applications of one network, and of all, that are in memory at once. */
const mostAtOnce = { network: 3, all: 20 };
/** The network of each application that is being received. */
const receiving: string[] = [];
/** Characters of a field that are read. No valid field is that long. */
const maxText = 5000;

const goBack =
  'Go back in your browser: what you typed is still in the form. Only the CV must be chosen again.';

/**
 * Receives an application for an opening as a form with a file. Responds with a page: 200 once it is stored, however often
 * it is sent; 400 for an invalid field; 403 for a form of another site; 404 if the opening takes no applications; 410 if it
 * is closed; 413 or 415 for a body that is not read; 429 or 503 if it was not stored.
 */
export async function POST(request: Request): Promise<Response> {
  if (request.headers.get('sec-fetch-site') === 'cross-site') return unreadable(403);
  try {
    return await receive(request);
  } catch (reason) {
    log('error', 'storing an application failed', { reason });
    const message = {
      heading: 'Your application was not stored',
      text: 'We could not take it just now.',
      hint: `${goBack} Send it again in a few minutes, or send us your CV by e-mail.`,
      links: [...contactLinks(), contactLink],
    };
    return messageResponse(503, message, retryAfter);
  }
}

/** A reload, or an address bar that remembers the form's address. */
export const GET = () => new Response(null, { status: 303, headers: { location: '/contact' } });

async function receive(request: Request): Promise<Response> {
  const work = await getForm('applications');
  const networks = listNetworks(clientAddress(request.headers));
  const seconds = await work.limit.take(networks, work.now());
  if (seconds > 0)
    return askToWait(429, 'There were too many applications from your network.', {
      'retry-after': String(seconds),
    });
  const network = networks.at(-1)?.name ?? '';
  const ofNetwork = receiving.filter((one) => one === network);
  if (receiving.length >= mostAtOnce.all || ofNetwork.length >= mostAtOnce.network)
    return askToWait(503, 'Too many applications are arriving at once.', retryAfter);
  receiving.push(network);
  try {
    const form = await readUploads(request, maxBody);
    if (form instanceof FormData) return await take(work, form);
    return form.status === 413 ? tooLarge() : unreadable(form.status);
  } finally {
    receiving.splice(receiving.indexOf(network), 1);
  }
}

function askToWait(status: number, why: string, headers: Record<string, string>): Response {
  const hint = `Please try again later. ${goBack}`;
  const message = { heading: 'A moment, please', text: `${why} Nothing was stored.`, hint };
  return messageResponse(status, message, headers);
}

const unreadable = (status: number) =>
  messageResponse(status, {
    heading: 'Your application could not be read',
    text: 'Nothing was stored. It arrived incomplete or in an unknown form.',
    hint: `${goBack} Then send it again.`,
  });

const tooLarge = () =>
  messageResponse(413, {
    heading: 'Your CV is too large',
    text: 'Nothing was stored. A CV may have at most 5 MB.',
    hint: `${goBack} Choose a smaller file, or send us your CV by e-mail.`,
  });

async function take(work: FormWork, form: FormData): Promise<Response> {
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, maxText) : '';
  };
  const path = read('path');
  const found = path.startsWith('/') ? await findExistingPage(path) : null;
  const content = found?.page.content;
  const settings = found?.site.applications;
  if (!found || content?._type !== 'jobOpening' || !settings?.open)
    return messageResponse(404, {
      heading: 'This form is no longer here',
      text: 'Nothing was stored. This opening does not take applications on the website.',
      hint: 'Please write to us instead.',
    });
  const links = [{ href: found.page.path, label: 'Back to the opening' }];
  if (!content.isOpen)
    return messageResponse(410, {
      heading: 'This opening is closed',
      text: `We no longer take applications for ${content.title}. Nothing was stored.`,
      hint: 'Other openings are on our careers page.',
      links,
    });
  if (read(honeypotField)) return unreadable(400);
  const cv = await readCv(form.get('cv'));
  const application = applicationSchema.safeParse({
    ...{ name: read('name'), phone: read('phone'), email: read('email'), message: read('message') },
  });
  if (!application.success || typeof cv === 'string') {
    const problems = application.success ? [] : Object.values(fieldErrors(application.error));
    if (typeof cv === 'string') problems.push(cv);
    return messageResponse(400, {
      heading: 'Nearly there',
      text: `${problems.join('. ')}.`,
      hint: `Nothing was sent yet. ${goBack}`,
    });
  }
  await storeApplication(work, application.data, {
    cv,
    opening: { id: content._id, title: content.title },
    recipient: settings.recipient || found.site.email,
    days: settings.days,
  });
  return messageResponse(200, {
    heading: 'Your application has arrived',
    text: `We have your application for ${content.title} with your CV. You do not need to do anything else.`,
    hint: settings.notice ?? '',
    links,
  });
}

/** Reads the CV. Returns what is wrong with it if it cannot be taken. */
async function readCv(file: FormDataEntryValue | null): Promise<Cv | string> {
  if (!(file instanceof File) || file.size === 0) return 'Choose your CV';
  if (file.size > maxUpload) return 'Choose a CV of at most 5 MB';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = detectCvType(bytes);
  return type ? { type, bytes } : 'Choose a CV that is a PDF or a Word file (DOCX) without macros';
}
